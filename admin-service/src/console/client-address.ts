import type { Context } from 'koa';

/**
 * Returns the address that a request comes from. Behind `trustedProxies` proxies it is the one that
 * the outermost of them saw; what a client itself wrote before it does not count.
 */
export function clientAddress(context: Pick<Context, 'get' | 'req'>, trustedProxies: number): string {
  const socketAddress = context.req.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return socketAddress;
  const forwarded = context
    .get('X-Forwarded-For')
    .split(',')
    .map((address) => address.trim());
  return forwarded.at(-trustedProxies) || socketAddress;
}
