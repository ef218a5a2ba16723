import { useRouteError } from "@remix-run/react";
import { useEffect } from "react";
import { useNonce } from "./nonce";

/**
 * Tells our server of errors that nobody caught, five a page: one that comes again and again says no more. It stands in
 * the page itself, before everything else, for the worst error is the one that keeps our scripts from starting.
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

/** In a page that React makes anew in the browser, what listens is there already. */
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

/** The error of this boundary, which React has caught: one that was thrown in the browser is told like the others. */
export function useCaughtError(): unknown {
  const error = useRouteError();
  useEffect(() => {
    // One of the server's is in its log, and comes here without its stack.
    if (error instanceof Error && error.stack) reportError(error);
  }, [error]);
  return error;
}
