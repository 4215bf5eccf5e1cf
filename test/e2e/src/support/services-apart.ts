import { startStack, type Stack, type StackOptions } from '@prospecting/embedded';
import { openTcpProxy, type TcpProxy } from '@prospecting/platform/testing';

/** The connection of each service to its callers. */
export interface ServiceLines {
  readonly search: TcpProxy;
  readonly reveal: TcpProxy;
  readonly credits: TcpProxy;
}

/**
 * Starts a stack whose services are reached over proxies that can be cut, as if each ran on its own
 * machine. A stack in one process cannot lose its own services.
 */
export async function startServicesApart(options: StackOptions): Promise<{ stack: Stack; lines: ServiceLines }> {
  const lines = new Map<string, TcpProxy>();
  const lineTo = (service: keyof ServiceLines): TcpProxy => {
    const line = lines.get(service);
    if (line === undefined) throw new Error(`there is no line to ${service}`);
    return line;
  };
  const stack = await startStack({
    ...options,
    transport: 'grpc',
    async reach(service, port) {
      const line = await openTcpProxy(`http://127.0.0.1:${port}`);
      lines.set(service, line);
      return line.port;
    },
  });
  return {
    stack: {
      ...stack,
      async stop(limitMs) {
        await stack.stop(limitMs);
        for (const line of lines.values()) await line.cut();
      },
    },
    lines: { search: lineTo('search'), reveal: lineTo('reveal'), credits: lineTo('credits') },
  };
}
