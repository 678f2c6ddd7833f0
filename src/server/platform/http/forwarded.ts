import type { IncomingHttpHeaders } from 'node:http';

/** Headers that only a proxy adds. Behind a proxy on this machine every client seems to be local. */
const ADDED_BY_PROXIES =
  /^(?:via|forwarded|x-forwarded(?:-.+)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-connecting-ip)$/;

/** Whether a request came through a proxy that declares itself. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => ADDED_BY_PROXIES.test(name));
}
