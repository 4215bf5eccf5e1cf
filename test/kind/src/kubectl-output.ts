/** The parts of Kubernetes' JSON that the tests read. */
export interface Pod {
  readonly name: string;
  readonly component: string;
  readonly node: string;
  readonly ip: string;
  readonly phase: string;
  readonly isReady: boolean;
  readonly isLeaving: boolean;
  readonly image: string;
  /** Why its containers wait, such as `ContainerCreating`. */
  readonly waiting: readonly string[];
}

interface Listed<Item> {
  readonly items: readonly Item[];
}

interface RawPod {
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
  };
  readonly spec: { readonly nodeName?: string; readonly containers: readonly { readonly image: string }[] };
  readonly status: {
    readonly phase?: string;
    readonly podIP?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    readonly containerStatuses?: readonly { readonly state?: { readonly waiting?: { readonly reason?: string } } }[];
  };
}

interface RawNode {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly status: { readonly addresses?: readonly { readonly type: string; readonly address: string }[] };
}

/** Parses `kubectl get pods --output json`. */
export function parsePods(json: string): Pod[] {
  return (JSON.parse(json) as Listed<RawPod>).items.map(({ metadata, spec, status }) => ({
    name: metadata.name,
    component: metadata.labels?.['app.kubernetes.io/component'] ?? '',
    node: spec.nodeName ?? '',
    ip: status.podIP ?? '',
    phase: status.phase ?? 'Unknown',
    isReady: (status.conditions ?? []).some(({ type, status: is }) => type === 'Ready' && is === 'True'),
    isLeaving: metadata.deletionTimestamp !== undefined,
    image: spec.containers[0]?.image ?? '',
    waiting: (status.containerStatuses ?? []).flatMap(({ state }) => state?.waiting?.reason ?? []),
  }));
}

export interface Node {
  readonly name: string;
  readonly isControlPlane: boolean;
  readonly address: string;
}

/** Parses `kubectl get nodes --output json`. */
export function parseNodes(json: string): Node[] {
  return (JSON.parse(json) as Listed<RawNode>).items.map(({ metadata, status }) => ({
    name: metadata.name,
    isControlPlane: metadata.labels?.['node-role.kubernetes.io/control-plane'] !== undefined,
    address: (status.addresses ?? []).find(({ type }) => type === 'InternalIP')?.address ?? '',
  }));
}

/** Parses the data of `kubectl get secret --output json`, decoded. */
export function parseSecret(json: string): Readonly<Record<string, string>> {
  const { data = {} } = JSON.parse(json) as { readonly data?: Readonly<Record<string, string>> };
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString('utf8')]),
  );
}
