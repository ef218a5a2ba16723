import { expect, test } from "vitest";
import { readCurlCall } from "./curl-call";

test("a merge call has its files and its output", () => {
  expect(
    readCurlCall(`curl -X POST https://api.platen.example/v1/pdf/merge \\
  -H "Authorization: Bearer $PLATEN_KEY" \\
  -F "files[]=@cover.pdf" \\
  -F 'files[]=@report.pdf;type=application/pdf' \\
  -o bound.pdf`),
  ).toEqual({
    method: "POST",
    path: "/v1/pdf/merge",
    files: ["cover.pdf", "report.pdf"],
    output: "bound.pdf",
  });
});

test("a missing method follows from what is sent", () => {
  expect(readCurlCall("curl https://api.example/v1/pdf/text?file_id=1")).toEqual({
    method: "GET",
    path: "/v1/pdf/text",
    files: [],
    output: null,
  });
  expect(readCurlCall(`curl https://api.example/v1/qr --json '{"data":"x"}'`)?.method).toBe("POST");
});

test.each(["", "wget https://api.example/", "curl", 'curl "https://"', 'curl -F "'])(
  "%j is not a call",
  (code) => expect(readCurlCall(code)).toBeNull(),
);
