import type { Service } from '@prospecting/platform/grpc';
import type { credits, reveal, search } from '@prospecting/protos';

/** The services behind the edge, over gRPC or in this process. */
export interface Backends {
  readonly search: Service<search.SearchServiceDefinition>;
  readonly revealViewer: Service<reveal.RevealViewerDefinition>;
  readonly creditsReader: Service<credits.CreditsReaderDefinition>;
}
