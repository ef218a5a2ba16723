/**
 * A WebSocket that is closed from the start. supabase-js throws on Node 20, which has none of its
 * own, although the server opens no realtime channel.
 */
export class NoRealtime extends EventTarget {
  readonly CONNECTING = 0;
  readonly OPEN = 1;
  readonly CLOSING = 2;
  readonly CLOSED = 3;
  readonly readyState = this.CLOSED;
  readonly url = "";
  readonly protocol = "";
  onopen = null;
  onmessage = null;
  onclose = null;
  onerror = null;
  close() {}
  send() {}
}
