import type { RequestListener, Server } from 'node:http';
import type { ServiceDefinition } from '@grpc/grpc-js';
import type { GuardedClock } from '../clock/index.js';
import type { CallerTable, ServedService, Service } from '../grpc/index.js';
import type { Logger, ReadinessCheck, Registry } from '../telemetry/index.js';
import type { ServingConfig } from './config.js';

/** The context of every part of a service. */
export interface ServingContext {
  /** The service's name, for its database connections and log lines. */
  readonly name: string;
  readonly logger: Logger;
  readonly registry: Registry;
}

/** The way to other services: over gRPC, or by calls in the same process. */
export interface Transport {
  /** Returns a service for its callers. Deadlines and errors are the same on every transport. */
  connect<Definition extends ServiceDefinition>(definition: Definition, peer: Peer): Service<Definition>;
}

/** The process that serves a service. Only gRPC uses it. */
export interface Peer {
  /** Its name: with TLS its certificate must have it. */
  readonly name: string;
  /** `dns:///host:port` of a headless Service, or `host:port`. */
  readonly target: string;
  /** HTTP/2 connections to each backend. Default 2. */
  readonly channels?: number;
  /**
   * Calls share a stream instead of being requests of their own. Default: false.
   */
  readonly sharesStream?: boolean;
}

/** The parts that a service is built from. */
export interface Dependencies<Config> extends ServingContext {
  readonly config: Config;
  readonly transport: Transport;
  /** Business time. Default: the system's, checked against the service's own database. */
  readonly clock?: GuardedClock | undefined;
}

/**
 * A built service: what it serves, when it is ready, and how it starts and ends. It does not listen
 * by itself.
 */
export interface Application {
  /** Its gRPC services. */
  readonly services?: readonly ServedService[];
  /**
   * Who may call its gRPC services. Enforced with TLS, which refuses every call without a table.
   */
  readonly callers?: CallerTable;
  /** Its public HTTP server. */
  readonly publicServer?: Server;
  /**
   * Answers every path of the admin listener except probes and metrics. Requests in flight end
   * before `close` is called.
   */
  readonly administer?: RequestListener;
  /** Readiness checks, by the name that /readyz shows. */
  readonly checks: Readonly<Record<string, ReadinessCheck>>;
  /** Starts background work. Calls arrive after it has resolved. Called once. */
  start?(): Promise<void>;
  /** Ends requests that would outlast the drain. Called once, when the process begins to stop. */
  beforeDrain?(): void;
  /**
   * Stops background work, flushes what is queued and closes pools, within the limit. Called once,
   * when no call is in flight, also when `start` has failed.
   */
  close(limitMs: number): Promise<void>;
}

/** A service. `main.ts`, the embedded product and the tests start it in the same way. */
export interface ServiceModule<Config extends { readonly serving: ServingConfig }> {
  readonly name: string;
  /** Fields that hold personal data: its log lines never show them. */
  readonly personalDataFields: readonly string[];
  /**
   * Reads the environment, by default the process's. Throws ConfigError naming everything that is
   * missing or bad.
   */
  loadConfig(env?: Readonly<Record<string, string | undefined>>): Config;
  buildApplication(dependencies: Dependencies<Config>): Application;
}
