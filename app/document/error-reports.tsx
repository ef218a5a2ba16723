import { useRouteError } from "@remix-run/react";
import { useEffect } from "react";
import { useNonce } from "./nonce";

/**
 * Reports uncaught errors to our server, at most five a page: a repeated error says no more. It is
 * inline and first in the page, because the worst error is the one that keeps our scripts from
 * starting.
 */
const listen = `{
let left=5;
const tell=(error,where)=>{
if(left-->0){
const{message=String(error),stack=where}=Object(error);
navigator.sendBeacon("/browser-errors",JSON.stringify({page:location.pathname,message:(""+message).slice(0,500),stack:(""+stack).slice(0,4e3)}))
}
};
addEventListener("error",(event)=>tell(event.error||event.message,event.filename+":"+event.lineno+":"+event.colno));
addEventListener("unhandledrejection",(event)=>tell(event.reason,""))
}`.replaceAll("\n", "");

/** On a page that React renders again in the browser, the listeners exist already. */
export function ErrorReports() {
  const nonce = useNonce();
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? listen : "" }}
    />
  );
}

/**
 * The error of this boundary, which React has caught: one that was thrown in the browser is
 * reported like the others.
 */
export function useCaughtError(): unknown {
  const error = useRouteError();
  useEffect(() => {
    // A server error is in the server's log, and arrives here without its stack.
    if (error instanceof Error && error.stack) reportError(error);
  }, [error]);
  return error;
}
