{{/* A rule's peers and ports. No peers: everybody. Call: (list "to" peers (list 5432) "TCP") */}}
{{- define "prospecting.networkRule" -}}
{{- $ports := list -}}
{{- range index . 2 -}}
{{- $ports = append $ports (dict "protocol" "TCP" "port" (int .)) -}}
{{- end -}}
{{- $rule := dict "ports" $ports -}}
{{- if index . 1 -}}
{{- $_ := set $rule (index . 0) (index . 1) -}}
{{- end -}}
- {{ toJson $rule }}
{{- end -}}

{{/* Peers: components of the release, as JSON. Call: (list $ "gateway" "audit") */}}
{{- define "prospecting.networkPeers" -}}
{{- $peers := list -}}
{{- range rest . -}}
{{- $labels := include "prospecting.selectorLabels" (list (first $) .) | fromYaml -}}
{{- $peers = append $peers (dict "podSelector" (dict "matchLabels" $labels)) -}}
{{- end -}}
{{- toJson $peers -}}
{{- end -}}

{{/*
A rule between components. Call: (list $ "from" 50051 "gateway" "admin-service")
*/}}
{{- define "prospecting.networkRuleOf" -}}
{{- $peers := include "prospecting.networkPeers" (prepend (slice . 3) (first .)) | fromJsonArray -}}
{{ include "prospecting.networkRule" (list (index . 1) $peers (list (index . 2))) }}
{{- end -}}

{{- define "prospecting.networkDns" -}}
- { ports: [{ protocol: UDP, port: 53 }, { protocol: TCP, port: 53 }] }
{{- end -}}

{{/*
The ports of addresses `host:port`, as JSON. One without a port counts as the first argument.
Call: (prepend hosts 5432)
*/}}
{{- define "prospecting.portsOf" -}}
{{- $ports := list -}}
{{- range rest . -}}
{{- $ports = append $ports (regexMatch ":[0-9]+$" . | ternary (regexFind "[0-9]+$" . | int) (first $)) -}}
{{- end -}}
{{- uniq $ports | toJson -}}
{{- end -}}

{{/* The ports of PostgreSQL that values name, as JSON. Those of URLs in Secrets are not known. */}}
{{- define "prospecting.databasePorts" -}}
{{- $ports := list -}}
{{- with .Values.database -}}
{{- if eq .mode "administrator" -}}
{{- range include "prospecting.schemas" $ | fromJsonArray -}}
{{- $ports = append $ports (dig . "port" $.Values.database.port $.Values.database.servers | int) -}}
{{- end -}}
{{- $ports = concat $ports (include "prospecting.portsOf" (prepend .searchReplicas.hosts 5432) | fromJsonArray) -}}
{{- end -}}
{{- end -}}
{{- uniq $ports | toJson -}}
{{- end -}}

{{/* The ports of Redis that values name, as JSON. That of a URL in a Secret is not known. */}}
{{- define "prospecting.redisPorts" -}}
{{- with .Values.redis -}}
{{- if eq .mode "sentinel" -}}
{{- include "prospecting.portsOf" (prepend .sentinels 26379) -}}
{{- else if eq .mode "cluster" -}}
{{- include "prospecting.portsOf" (prepend .nodes 6379) -}}
{{- else -}}
[]
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "prospecting.networkDatabase" -}}
{{- if eq .Values.database.mode "bundled" -}}
{{ include "prospecting.networkRuleOf" (list . "to" 5432 "postgresql") }}
{{- else -}}
{{- $ports := concat (include "prospecting.databasePorts" . | fromJsonArray) .Values.networkPolicy.database.ports | uniq -}}
{{ include "prospecting.networkRule" (list "to" .Values.networkPolicy.database.to $ports) }}
{{- end -}}
{{- end -}}

{{- define "prospecting.networkRedis" -}}
{{- if eq .Values.redis.mode "bundled" -}}
{{ include "prospecting.networkRuleOf" (list . "to" 6379 "redis") }}
{{- else if ne .Values.redis.mode "none" -}}
{{- $ports := concat (include "prospecting.redisPorts" . | fromJsonArray) .Values.networkPolicy.redis.ports | uniq -}}
{{ include "prospecting.networkRule" (list "to" .Values.networkPolicy.redis.to $ports) }}
{{- end -}}
{{- end -}}

{{/* The OpenID provider, which is elsewhere. */}}
{{- define "prospecting.networkOidc" -}}
{{- with .Values.console.oidc.issuer -}}
{{- $url := urlParse . -}}
{{- $port := ternary 443 80 (eq $url.scheme "https") -}}
{{- if regexMatch ":[0-9]+$" $url.host -}}
{{- $port = regexFind "[0-9]+$" $url.host -}}
{{- end -}}
{{ include "prospecting.networkRule" (list "to" $.Values.networkPolicy.oidc.to (list $port)) }}
{{- end -}}
{{- end -}}

{{- define "prospecting.networkTelemetry" -}}
{{- with .Values.telemetry.otlpEndpoint -}}
{{- $url := urlParse . -}}
{{- $port := ternary 443 80 (eq $url.scheme "https") -}}
{{- if regexMatch ":[0-9]+$" $url.host -}}
{{- $port = regexFind "[0-9]+$" $url.host -}}
{{- end -}}
{{ include "prospecting.networkRule" (list "to" $.Values.networkPolicy.telemetry.to (list $port)) }}
{{- end -}}
{{- end -}}

{{/* Probes come from the node itself, which no policy keeps out. Tests ask what `helm test` asks. */}}
{{- define "prospecting.networkOperations" -}}
{{- if .Values.networkPolicy.prometheusFrom -}}
{{ include "prospecting.networkRule" (list "from" .Values.networkPolicy.prometheusFrom (list 8081)) }}
{{ end -}}
{{- include "prospecting.networkRuleOf" (list . "from" 8081 "test") }}
{{- end -}}

{{/*
Annotations of a second policy of each component that runs as a hook. Hooks run before the release's
own policies change, so without it they would have those of the revision before. Policies add up: the
release's own stay, for the CronJob and for Jobs that are no hooks.
*/}}
{{- define "prospecting.networkHooks" -}}
{{- $policy := dict "helm.sh/hook-weight" "-15" "helm.sh/hook-delete-policy" "before-hook-creation,hook-succeeded" -}}
{{- $hooks := dict -}}
{{- if and (eq .Values.tls.mode "generated") .Values.tls.useHooks -}}
{{- $_ := set $hooks "certificates" (merge (dict "helm.sh/hook" "pre-install,pre-upgrade") $policy) -}}
{{- end -}}
{{- if and .Values.migrations.enabled (eq (include "prospecting.migrationIsHook" .) "true") -}}
{{- $_ := set $hooks "migrate" (merge (dict "helm.sh/hook" "pre-upgrade,pre-rollback") $policy) -}}
{{- end -}}
{{- toYaml $hooks -}}
{{- end -}}

{{/* Every path that is open, by component. */}}
{{- define "prospecting.networkPaths" -}}
gateway:
  ingress:
    {{- include "prospecting.networkRule" (list "from" .Values.networkPolicy.publicFrom (list 8080)) | nindent 4 }}
    {{- if .Values.networkPolicy.publicFrom }}
    {{- include "prospecting.networkRuleOf" (list . "from" 8080 "test") | nindent 4 }}
    {{- end }}
    {{- include "prospecting.networkOperations" . | nindent 4 }}
  egress:
    {{- include "prospecting.networkDns" . | nindent 4 }}
    {{- with include "prospecting.networkDatabase" . | trim }}{{ nindent 4 . }}{{ end }}
    {{- with include "prospecting.networkRedis" . | trim }}{{ nindent 4 . }}{{ end }}
    {{- with include "prospecting.networkTelemetry" . | trim }}{{ nindent 4 . }}{{ end }}
    {{- include "prospecting.networkRuleOf" (list . "to" 50051 "search-service" "reveal-service" "credits-service") | nindent 4 }}
search-service:
  ingress:
    {{- include "prospecting.networkRuleOf" (list . "from" 50051 "gateway") | nindent 4 }}
    {{- if .Values.console.enabled }}
    {{- include "prospecting.networkRuleOf" (list . "from" 50051 "admin-service") | nindent 4 }}
    {{- end }}
    {{- include "prospecting.networkOperations" . | nindent 4 }}
  egress:
    {{- include "prospecting.networkDns" . | nindent 4 }}
    {{- with include "prospecting.networkDatabase" . | trim }}{{ nindent 4 . }}{{ end }}
    {{- with include "prospecting.networkTelemetry" . | trim }}{{ nindent 4 . }}{{ end }}
reveal-service:
  ingress:
    {{- include "prospecting.networkRuleOf" (list . "from" 50051 "gateway" "admin-service") | nindent 4 }}
    {{- include "prospecting.networkOperations" . | nindent 4 }}
  egress:
    {{- include "prospecting.networkDns" . | nindent 4 }}
    {{- with include "prospecting.networkDatabase" . | trim }}{{ nindent 4 . }}{{ end }}
    {{- with include "prospecting.networkTelemetry" . | trim }}{{ nindent 4 . }}{{ end }}
    {{- include "prospecting.networkRuleOf" (list . "to" 50051 "credits-service") | nindent 4 }}
credits-service:
  ingress:
    {{- include "prospecting.networkRuleOf" (list . "from" 50051 "gateway" "reveal-service" "admin-service") | nindent 4 }}
    {{- include "prospecting.networkOperations" . | nindent 4 }}
  egress:
    {{- include "prospecting.networkDns" . | nindent 4 }}
    {{- with include "prospecting.networkDatabase" . | trim }}{{ nindent 4 . }}{{ end }}
    {{- with include "prospecting.networkTelemetry" . | trim }}{{ nindent 4 . }}{{ end }}
admin-service:
  ingress:
    {{- include "prospecting.networkRuleOf" (list . "from" 8081 "audit") | nindent 4 }}
    {{- with .Values.networkPolicy.adminFrom }}
    {{- include "prospecting.networkRule" (list "from" . (list 8081)) | nindent 4 }}
    {{- end }}
    {{- if .Values.console.enabled }}
    {{- include "prospecting.networkRule" (list "from" .Values.networkPolicy.consoleFrom (list 8082)) | nindent 4 }}
    {{- end }}
    {{- include "prospecting.networkOperations" . | nindent 4 }}
  egress:
    {{- include "prospecting.networkDns" . | nindent 4 }}
    {{- with include "prospecting.networkDatabase" . | trim }}{{ nindent 4 . }}{{ end }}
    {{- with include "prospecting.networkTelemetry" . | trim }}{{ nindent 4 . }}{{ end }}
    {{- include "prospecting.networkRuleOf" (list . "to" 50051 "reveal-service" "credits-service") | nindent 4 }}
    {{- if .Values.console.enabled }}
    {{- include "prospecting.networkRuleOf" (list . "to" 50051 "search-service") | nindent 4 }}
    {{- with include "prospecting.networkOidc" . | trim }}{{ nindent 4 . }}{{ end }}
    {{- end }}
migrate:
  egress:
    {{- include "prospecting.networkDns" . | nindent 4 }}
    {{- with include "prospecting.networkDatabase" . | trim }}{{ nindent 4 . }}{{ end }}
import:
  egress:
    {{- include "prospecting.networkDns" . | nindent 4 }}
    {{- with include "prospecting.networkDatabase" . | trim }}{{ nindent 4 . }}{{ end }}
    {{- with include "prospecting.importPorts" . | fromJsonArray }}
    {{- include "prospecting.networkRule" (list "to" nil .) | nindent 4 }}
    {{- end }}
audit:
  egress:
    {{- include "prospecting.networkDns" . | nindent 4 }}
    {{- include "prospecting.networkRuleOf" (list . "to" 8081 "admin-service") | nindent 4 }}
test:
  egress:
    {{- include "prospecting.networkDns" . | nindent 4 }}
    {{- include "prospecting.networkRuleOf" (list . "to" 8080 "gateway") | nindent 4 }}
    {{- include "prospecting.networkRuleOf" (list . "to" 8081 "search-service" "reveal-service" "credits-service" "admin-service") | nindent 4 }}
{{- if eq .Values.tls.mode "generated" }}
certificates:
  egress:
    {{- include "prospecting.networkDns" . | nindent 4 }}
    {{- with .Values.networkPolicy.apiServer }}
    {{- include "prospecting.networkRule" (list "to" .to .ports) | nindent 4 }}
    {{- end }}
{{- end }}
{{- if eq .Values.database.mode "bundled" }}
postgresql:
  ingress:
    {{- include "prospecting.networkRuleOf" (list . "from" 5432 "gateway" "search-service" "reveal-service" "credits-service" "admin-service" "migrate" "import") | nindent 4 }}
{{- end }}
{{- if eq .Values.redis.mode "bundled" }}
redis:
  ingress:
    {{- include "prospecting.networkRuleOf" (list . "from" 6379 "gateway") | nindent 4 }}
{{- end }}
{{- end -}}
