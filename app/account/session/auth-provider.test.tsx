import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { useAuth } from "./auth-provider";

test("useAuth() throws outside its provider instead of reporting a visitor", () => {
  function Lost() {
    return useAuth().user?.email;
  }
  expect(() => renderToString(<Lost />)).toThrow("useAuth() is called outside <AuthProvider>.");
});
