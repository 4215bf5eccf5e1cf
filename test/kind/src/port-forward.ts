import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@prospecting/platform/ports';

/** A local port that leads to a Service. It is opened again whenever its pod goes. */
export interface PortForward {
  readonly port: number;
  close(): void;
}

const PAUSE_MS = 500;

/**
 * Opens a port-forward. kubectl's own ends with the pod that it leads to; this one then leads to
 * another. For operators' calls, which are repeated: customers come in by the NodePort.
 */
export async function openPortForward(namespace: string, target: string, remotePort: number): Promise<PortForward> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  let isOpen = true;
  const keepOpen = async (): Promise<void> => {
    while (isOpen) {
      const argv = [
        '--namespace',
        namespace,
        'port-forward',
        '--address',
        '127.0.0.1',
        target,
        `${port}:${remotePort}`,
      ];
      child = spawn('kubectl', argv, { stdio: 'ignore' });
      await new Promise<void>((resolve) => {
        child?.once('close', () => resolve());
        child?.once('error', () => resolve());
      });
      await delay(PAUSE_MS);
    }
  };
  const closeWithProcess = (): void => void child?.kill();
  process.once('exit', closeWithProcess);
  void keepOpen();
  return {
    port,
    close() {
      isOpen = false;
      process.off('exit', closeWithProcess);
      child?.kill();
    },
  };
}
