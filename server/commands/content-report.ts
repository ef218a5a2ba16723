import { z } from "zod";
import { checkContent, kinds, errorKinds, type Finding } from "../../schemas/content-check";

const importReport = z.object({
  result: z.array(z.looseObject({ _id: z.string(), _type: z.string() })),
});

/**
 * Checks all content of a lake, as the Studio's content check does.
 *
 * @returns the report's lines, and whether something is wrong
 * @throws when the lake does not respond
 */
export async function reportOn({ url, token }: { url: string; token: string }) {
  const query = encodeURIComponent("*");
  const response = await fetch(
    `${url}/v2025-02-19/data/query/production?perspective=raw&returnQuery=false&query=${query}`,
    { headers: { Authorization: `Bearer ${token}` } },
  );
  if (!response.ok) throw new Error(`The content lake responded with ${response.status}.`);
  const { result } = importReport.parse(await response.json());
  const findings = checkContent(result, new Date());
  return {
    lines: report(findings),
    isWrong: findings.some(({ kind }) => errorKinds.has(kind)),
  };
}

function report(findings: readonly Finding[]): string[] {
  return Object.entries(kinds).flatMap(([kind, heading]) => {
    const those = findings.filter((finding) => finding.kind === kind);
    return [
      `${heading}: ${those.length}`,
      ...those.map(({ type, id, title, message }) => `  ${type} “${title}” (${id}): ${message}`),
    ];
  });
}
