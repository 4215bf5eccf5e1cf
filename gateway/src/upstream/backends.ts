import type { Service } from '@prospecting/platform/grpc';
import type { credits, reveal, search } from '@prospecting/protos';

/** What prices and unmasks. Spends of concurrent requests share no call: one that fails must be one caller's alone. */
export type Spender = Pick<Service<reveal.RevealSpenderDefinition>, 'quote' | 'reveal'>;

/** The services behind the edge, over gRPC or in this process. */
export interface Backends {
  readonly search: Service<search.SearchServiceDefinition>;
  readonly revealViewer: Service<reveal.RevealViewerDefinition>;
  readonly revealSpender: Spender;
  readonly creditsReader: Service<credits.CreditsReaderDefinition>;
}
