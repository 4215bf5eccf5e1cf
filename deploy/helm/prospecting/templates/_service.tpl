{{/*
Returns the environment of a service that is no secret, as YAML.
Call: (dict "root" $ "service" "gateway" "values" (its values))
*/}}
{{- define "prospecting.environment" -}}
{{- $root := .root -}}
{{- $values := .values -}}
{{- $fullname := include "prospecting.fullname" $root -}}
{{- $host := $root.Values.listenHost -}}
ADMIN_HOST: {{ $host | quote }}
ADMIN_PORT: '8081'
LOG_LEVEL: {{ $values.logLevel }}
DATABASE_POOL_SIZE: {{ $values.databasePoolSize | int | quote }}
SHUTDOWN_LIMIT_MS: {{ mul $values.shutdown.limitSeconds 1000 | quote }}
{{- with $root.Values.telemetry.otlpEndpoint }}
OTEL_EXPORTER_OTLP_ENDPOINT: {{ . | quote }}
{{- end }}
{{- if ne $root.Values.tls.mode "disabled" }}
GRPC_TLS_CERT_FILE: /etc/prospecting/tls/tls.crt
GRPC_TLS_KEY_FILE: /etc/prospecting/tls/tls.key
GRPC_TLS_CA_FILE: /etc/prospecting/tls/ca.crt
{{- end }}
{{- if has .service (list "search-service" "reveal-service" "credits-service") }}
GRPC_LISTEN: {{ printf "%s:50051" (ternary "[::]" $host (eq $host "::")) | quote }}
{{- if eq $root.Values.tls.mode "disabled" }}
GRPC_ALLOW_PLAINTEXT: 'true'
{{- end }}
{{- end }}
{{- if eq .service "gateway" }}
PUBLIC_HOST: {{ $host | quote }}
PUBLIC_PORT: '8080'
PUBLIC_MAX_CONNECTIONS: {{ $values.maxConnections | int | quote }}
PUBLIC_MAX_AT_WORK: {{ $values.maxAtWork | int | quote }}
ACCOUNTS_DATABASE_POOL_SIZE: {{ $values.accountsDatabasePoolSize | int | quote }}
GRPC_CHANNELS: {{ $values.grpcChannels | int | quote }}
RESPONSE_GUARD_RATIO: {{ $values.responseGuardRatio | quote }}
BASE_URL: {{ include "prospecting.baseUrl" $root | quote }}
APP_URL: {{ include "prospecting.appUrl" $root | quote }}
SEARCH_TARGET: {{ include "prospecting.target" (list $root "search-service") }}
{{- include "prospecting.redisEnvironment" $root }}
{{- end }}
{{- if has .service (list "gateway" "admin-service") }}
DOCS_URL: {{ $root.Values.public.docsUrl | default (printf "%s/docs" (include "prospecting.origin" $root)) | quote }}
REVEAL_TARGET: {{ include "prospecting.target" (list $root "reveal-service") }}
{{- end }}
{{- if has .service (list "gateway" "admin-service" "reveal-service") }}
CREDITS_TARGET: {{ include "prospecting.target" (list $root "credits-service") }}
{{- end }}
{{- if eq .service "search-service" }}
REPLICA_MAX_LAG_MS: {{ $root.Values.database.searchReplicas.maxLagMs | int | quote }}
{{- end }}
{{- if eq .service "reveal-service" }}
DIRECTORY_DATABASE_POOL_SIZE: {{ $values.directoryDatabasePoolSize | int | quote }}
{{- end }}
{{- if eq .service "admin-service" }}
{{- include "prospecting.consoleEnvironment" $root }}
{{- /* For the command `prospect` in this container. */}}
PROSPECT_ADMIN_URL: {{ ternary "http://[::1]:8081" "http://127.0.0.1:8081" (eq $host "::") }}
{{- end }}
{{- end -}}

{{- define "prospecting.consoleEnvironment" -}}
{{- with .Values.console }}
{{- if .enabled }}
CONSOLE_HOST: {{ $.Values.listenHost | quote }}
CONSOLE_PORT: '8082'
CONSOLE_URL: {{ .url | quote }}
BASE_URL: {{ include "prospecting.baseUrl" $ | quote }}
CONSOLE_TRUSTED_PROXIES: {{ .trustedProxies | int | quote }}
SEARCH_TARGET: {{ include "prospecting.target" (list $ "search-service") }}
{{- with .oidc }}
{{- if .issuer }}
CONSOLE_OIDC_ISSUER: {{ .issuer | quote }}
CONSOLE_OIDC_CLIENT_ID: {{ .clientId | quote }}
{{- with .name }}
CONSOLE_OIDC_NAME: {{ . | quote }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{/* The address of the pages that the API links to. */}}
{{- define "prospecting.appUrl" -}}
{{- $console := ternary .Values.console.url "" .Values.console.enabled | trimSuffix "/" -}}
{{- .Values.public.appUrl | default $console | default (include "prospecting.origin" .) -}}
{{- end -}}

{{/* grpc-js resolves the headless Service and spreads calls over its pods. */}}
{{- define "prospecting.target" -}}
dns:///{{ include "prospecting.address" . }}:50051
{{- end -}}

{{- define "prospecting.redisEnvironment" -}}
{{- with .Values.redis }}
{{- if eq .mode "sentinel" }}
REDIS_SENTINELS: {{ join "," .sentinels | quote }}
REDIS_SENTINEL_MASTER: {{ .master | quote }}
{{- else if eq .mode "cluster" }}
REDIS_CLUSTER_NODES: {{ join "," .nodes | quote }}
{{- end }}
{{- if has .mode (list "sentinel" "cluster") }}
REDIS_TLS: {{ .tls | quote }}
{{- with .username }}
REDIS_USERNAME: {{ . | quote }}
{{- end }}
{{- end }}
{{- if and .ca.existingSecret (has .mode (list "external" "sentinel" "cluster")) }}
REDIS_CA_FILE: /etc/prospecting/redis-ca/ca.crt
{{- end }}
{{- end }}
{{- end -}}

{{/* The ports of a service's container, as JSON by name. Call: (list $ "gateway") */}}
{{- define "prospecting.ports" -}}
{{- $service := index . 1 -}}
{{- if eq $service "gateway" -}}
{"http": 8080, "admin": 8081}
{{- else if and (eq $service "admin-service") (index . 0).Values.console.enabled -}}
{"admin": 8081, "console": 8082}
{{- else if eq $service "admin-service" -}}
{"admin": 8081}
{{- else -}}
{"grpc": 50051, "admin": 8081}
{{- end -}}
{{- end -}}

{{/* The Secret with the certificate of a service. Call: (list $ "gateway") */}}
{{- define "prospecting.tlsSecret" -}}
{{- $root := index . 0 -}}
{{- $service := index . 1 -}}
{{- if eq $root.Values.tls.mode "existing" -}}
{{- index $root.Values.tls.existingSecrets (include "prospecting.valuesKey" $service) -}}
{{- else -}}
{{- printf "%s-%s-tls" (include "prospecting.fullname" $root) $service -}}
{{- end -}}
{{- end -}}

{{/* The pause before SIGTERM: Kubernetes 1.30 and later sleep by themselves. Call: (list $ seconds) */}}
{{- define "prospecting.preStop" -}}
{{- $seconds := index . 1 | int -}}
{{- if semverCompare ">=1.30-0" (index . 0).Capabilities.KubeVersion.Version -}}
sleep: { seconds: {{ $seconds }} }
{{- else -}}
exec: { command: [node, -e, 'setTimeout(() => {}, {{ mul $seconds 1000 }})'] }
{{- end -}}
{{- end -}}

{{/* The seconds that a pod may take to end. Call: (its values) */}}
{{- define "prospecting.gracePeriod" -}}
{{- /* The process exits by itself one second after its limit. */ -}}
{{- .shutdown.gracePeriodSeconds | int | default (add .shutdown.preStopSeconds .shutdown.limitSeconds 5) -}}
{{- end -}}
