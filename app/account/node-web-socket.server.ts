import WebSocket from "ws";

/** Node 20 has no WebSocket, and supabase-js throws without one although the server opens no realtime channel. */
export class NodeWebSocket extends WebSocket {
  constructor(address: string | URL, protocols?: string | string[]) {
    super(address, protocols);
  }
}
