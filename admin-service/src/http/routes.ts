import type Router from '@koa/router';
import type { AdminContext, AdminState } from './request.js';

export type Handler = (context: AdminContext) => Promise<void>;
export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type Method = (typeof METHODS)[number];

/** Where the routes of a resource are registered: on the admin API, or on the console. */
export type Routes = Readonly<Record<Method, (path: string, handler: Handler) => void>>;

/**
 * Returns the routes of a router.
 * @param wrap returns the handler to register for a route. It is called once for each route.
 */
export function routesOf(
  router: Router<AdminState>,
  wrap: (route: string, handler: Handler) => Handler = (_route, handler) => handler,
): Routes {
  const register =
    (method: Method) =>
    (path: string, handler: Handler): void =>
      void router[method](path, wrap(`${method.toUpperCase()} ${path}`, handler));
  return Object.fromEntries(METHODS.map((method) => [method, register(method)])) as Record<
    Method,
    ReturnType<typeof register>
  >;
}
