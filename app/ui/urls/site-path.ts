/**
 * Whether a link stays on this site by its form. Browsers skip tabs and line ends and read a
 * backslash as a slash: to them "/\host" and "/<tab>/host" are another host.
 */
export const isSitePath = (href: string): boolean => /^(?:\/(?![/\\\t\n\r])|#|\?)/.test(href);
