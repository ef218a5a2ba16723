import { createContext, useContext } from "react";

/**
 * The nonce of this response's Content-Security-Policy: "" in browsers, which hide it from scripts
 * anyway.
 */
export const NonceContext = createContext("");

/** The nonce that an inline script of this response must carry. */
export function useNonce(): string {
  return useContext(NonceContext);
}
