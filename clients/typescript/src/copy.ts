/** Returns the request as it will be sent, apart from whatever the caller changes later. */
export function copyOf<Request>(request: Request): Request {
  return JSON.parse(JSON.stringify(request)) as Request;
}
