import type { Encoding, Resource } from './resource.js';

/** The part of a Koa context with which a resource is sent. */
export interface ResourceExchange {
  status: number;
  body: unknown;
  /** True when the client has the representation whose ETag is set. */
  readonly fresh: boolean;
  set(fields: Record<string, string>): void;
  acceptsEncodings(...encodings: string[]): string | false;
}

const SECURITY_HEADERS = {
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Sends a resource in the smallest encoding that the client accepts, or 304 when it has it. */
export async function sendResource(ctx: ResourceExchange, resource: Resource, status = 200): Promise<void> {
  const encoding = encodingFor(ctx, resource);
  const { body, etag, securityPolicy } = await resource.read(encoding);
  ctx.set({
    ...SECURITY_HEADERS,
    'Content-Security-Policy': securityPolicy,
    'Cache-Control': status === 200 ? resource.cacheControl : 'no-store',
    ...(resource.isCompressible && { Vary: 'Accept-Encoding' }),
  });
  ctx.status = status;
  if (status === 200) {
    ctx.set({ ETag: etag });
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
  }
  ctx.set({ 'Content-Type': resource.contentType });
  if (encoding !== 'identity') ctx.set({ 'Content-Encoding': encoding });
  ctx.body = body;
}

/** Returns the smallest encoding that the client accepts. The order in its header is no preference. */
function encodingFor(ctx: ResourceExchange, { isCompressible }: Resource): Encoding {
  if (!isCompressible) return 'identity';
  if (ctx.acceptsEncodings('br', 'identity') === 'br') return 'br';
  return ctx.acceptsEncodings('gzip', 'identity') === 'gzip' ? 'gzip' : 'identity';
}
