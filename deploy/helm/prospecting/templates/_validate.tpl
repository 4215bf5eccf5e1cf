{{/*
Refuses combinations that the schema cannot see. Each sentence names the values and says what to
set. All of them are told together.
*/}}
{{- define "prospecting.validate" -}}
{{- $problems := concat
  (include "prospecting.validateSecrets" . | fromJsonArray)
  (include "prospecting.validateDatabase" . | fromJsonArray)
  (include "prospecting.validateVolume" . | fromJsonArray)
  (include "prospecting.validateRedis" . | fromJsonArray)
  (include "prospecting.validateServices" . | fromJsonArray)
  (include "prospecting.validateEntry" . | fromJsonArray)
  (include "prospecting.validateImports" . | fromJsonArray)
-}}
{{- if $problems -}}
{{- fail (printf "\n\nThe values do not fit together:\n- %s\n" (join "\n- " $problems)) -}}
{{- end -}}
{{- end -}}

{{- define "prospecting.validateSecrets" -}}
{{- $generated := list -}}
{{- range $name, $_ := omit .Values.secrets "generateWithoutCluster" -}}
{{- if not (index $.Values.secrets $name).existingSecret -}}
{{- $generated = append $generated (printf "secrets.%s.existingSecret" $name) -}}
{{- end -}}
{{- end -}}
{{- if ne .Values.database.mode "roles" -}}
{{- $generated = append $generated "database.mode=roles with its Secrets" -}}
{{- end -}}
{{- if eq .Values.redis.mode "bundled" -}}
{{- $generated = append $generated "another redis.mode than bundled" -}}
{{- end -}}
{{- $problems := list -}}
{{- if and $generated (not .Values.secrets.generateWithoutCluster) (not (include "prospecting.seesCluster" .)) -}}
{{- $problems = append $problems (printf "Helm does not see the cluster (helm template, Argo CD, a client-side dry run), so a secret that the chart generates would change at every rendering. Make the Secrets yourself and set %s. Only to look at the output, set secrets.generateWithoutCluster=true" (join ", " $generated)) -}}
{{- end -}}
{{- toJson $problems -}}
{{- end -}}

{{- define "prospecting.validateDatabase" -}}
{{- $problems := list -}}
{{- $schemas := include "prospecting.schemas" . | fromJsonArray -}}
{{- with .Values.database -}}
{{- if eq .mode "administrator" -}}
{{- if not .administrator.existingSecret -}}
{{- $problems = append $problems "database.administrator.existingSecret is empty: with database.mode=administrator, name the Secret with the administrator's URL" -}}
{{- end -}}
{{- $hosts := list -}}
{{- range $schemas -}}
{{- if not (dig . "host" "" $.Values.database.servers) -}}
{{- $hosts = append $hosts . -}}
{{- end -}}
{{- end -}}
{{- if and $hosts (not .host) -}}
{{- $problems = append $problems "database.host is empty: with database.mode=administrator, set the host of the server, or database.servers.<schema>.host for every schema" -}}
{{- end -}}
{{- end -}}
{{- range $name := concat (keys .servers) (keys .administrator.schemaKeys) (keys .roles.schemaMigrations) | uniq | sortAlpha -}}
{{- if not (has $name $schemas) -}}
{{- $problems = append $problems (printf "database: %s is no schema; schemas are %s" $name (join ", " $schemas)) -}}
{{- end -}}
{{- end -}}
{{- if and .searchReplicas.hosts (ne .mode "administrator") -}}
{{- $problems = append $problems (printf "database.searchReplicas.hosts is for database.mode=administrator, and database.mode is %s: with roles, set database.roles.searchReplicas" .mode) -}}
{{- end -}}
{{- if eq .mode "roles" -}}
{{- range $name := list "migration" "search" "reveal" "credits" "gateway" "admin" "importer" -}}
{{- $url := index $.Values.database.roles $name -}}
{{- if not $url.key -}}
{{- $problems = append $problems (printf "database.roles.%s.key is empty: name the key of the URL" $name) -}}
{{- else if not (or $url.existingSecret $.Values.database.roles.existingSecret) -}}
{{- $problems = append $problems (printf "database.roles.%s.existingSecret is empty: with database.mode=roles, name the Secret here or in database.roles.existingSecret" $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- $fullname := include "prospecting.fullname" $ -}}
{{- $claim := printf "data-%s-postgresql-0" $fullname -}}
{{- if and (eq .mode "bundled") (lookup "v1" "PersistentVolumeClaim" $.Release.Namespace $claim) (not (lookup "v1" "Secret" $.Release.Namespace (printf "%s-postgresql" $fullname))) -}}
{{- $problems = append $problems (printf "the volume %s of an earlier installation is there, but the Secret %s-postgresql with its password is gone: restore the Secret, or delete the volume with its data" $claim $fullname) -}}
{{- end -}}
{{- end -}}
{{- toJson $problems -}}
{{- end -}}

{{/* Kubernetes refuses every change of a StatefulSet's claim, so an upgrade would fail in its middle. */}}
{{- define "prospecting.validateVolume" -}}
{{- $problems := list -}}
{{- $name := printf "%s-postgresql" (include "prospecting.fullname" .) -}}
{{- $namespace := .Release.Namespace -}}
{{- $live := list -}}
{{- if eq .Values.database.mode "bundled" -}}
{{- $live = dig "spec" "volumeClaimTemplates" list (lookup "apps/v1" "StatefulSet" $namespace $name) -}}
{{- end -}}
{{- range $live -}}
{{- $has := dig "spec" "resources" "requests" "storage" "" . -}}
{{- with $.Values.postgresql.storage -}}
{{- $bytes := include "prospecting.bytes" $has -}}
{{- $wanted := include "prospecting.bytes" .size -}}
{{- if lt (float64 $wanted) (float64 $bytes) -}}
{{- $problems = append $problems (printf "postgresql.storage.size is %s and the volume has %s: a volume cannot become smaller" .size $has) -}}
{{- else if ne $wanted $bytes -}}
{{- $patch := printf "{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"%s\"}}}}" .size -}}
{{- $problems = append $problems (printf "postgresql.storage.size is %s and the StatefulSet %s has %s, which cannot be changed in it. Where the StorageClass can expand: (1) kubectl --namespace %s patch pvc data-%s-0 --patch '%s'; (2) kubectl --namespace %s delete statefulset %s --cascade=orphan, which leaves its pod running; (3) upgrade again" .size $name $has $namespace $name $patch $namespace $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toJson $problems -}}
{{- end -}}

{{/* Returns a quantity as a whole number of bytes, so that 2Gi and 2048Mi are the same. */}}
{{- define "prospecting.bytes" -}}
{{- $units := dict "m" 0.001 "k" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 "P" 1e15 "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 "Pi" 1125899906842624 -}}
{{- $unit := get $units (regexFind "[A-Za-z]+$" .) | default 1 -}}
{{- printf "%.0f" (mulf (regexFind "^[0-9.]+" . | float64) $unit) -}}
{{- end -}}

{{- define "prospecting.validateRedis" -}}
{{- $problems := list -}}
{{- $gateway := include "prospecting.serviceValues" (list . "gateway") | fromJson -}}
{{- with .Values.redis -}}
{{- if eq .mode "none" -}}
{{- if $gateway.autoscaling.enabled -}}
{{- $problems = append $problems "redis.mode=none is for one gateway: gateway.autoscaling.enabled must be false, as each gateway would count requests apart" -}}
{{- else if gt (int $gateway.replicas) 1 -}}
{{- $problems = append $problems (printf "redis.mode=none is for one gateway: gateway.replicas is %d and must be 1, as each gateway would count requests apart" (int $gateway.replicas)) -}}
{{- end -}}
{{- else if and (eq .mode "external") (not .url.existingSecret) -}}
{{- $problems = append $problems "redis.url.existingSecret is empty: with redis.mode=external, name the Secret with the URL" -}}
{{- else if and (eq .mode "sentinel") (not .sentinels) -}}
{{- $problems = append $problems "redis.sentinels is empty: with redis.mode=sentinel, list the sentinels as host:port" -}}
{{- else if and (eq .mode "cluster") (not .nodes) -}}
{{- $problems = append $problems "redis.nodes is empty: with redis.mode=cluster, list some nodes as host:port" -}}
{{- end -}}
{{- end -}}
{{- toJson $problems -}}
{{- end -}}

{{- define "prospecting.validateServices" -}}
{{- $problems := list -}}
{{- if and (eq .Values.tls.mode "generated") (lt (int .Values.tls.authorityDays) (mul 3 .Values.tls.days | int)) -}}
{{- $problems = append $problems (printf "tls.authorityDays is %d: it must be at least three times tls.days" (int .Values.tls.authorityDays)) -}}
{{- end -}}
{{- range $service := include "prospecting.services" . | fromJsonArray -}}
{{- $key := include "prospecting.valuesKey" $service -}}
{{- $values := include "prospecting.serviceValues" (list $ $service) | fromJson -}}
{{- $needed := add $values.shutdown.preStopSeconds $values.shutdown.limitSeconds 1 -}}
{{- if le (include "prospecting.gracePeriod" $values | int) (int $needed) -}}
{{- $problems = append $problems (printf "%s.shutdown.gracePeriodSeconds is %d: it must be more than %d (preStopSeconds + limitSeconds + 1), or 0 to compute it" $key (int $values.shutdown.gracePeriodSeconds) (int $needed)) -}}
{{- end -}}
{{- if and $values.autoscaling.enabled (gt (int $values.autoscaling.minReplicas) (int $values.autoscaling.maxReplicas)) -}}
{{- $problems = append $problems (printf "%s.autoscaling.minReplicas is greater than maxReplicas" $key) -}}
{{- end -}}
{{- if and (eq $.Values.tls.mode "existing") (not (index $.Values.tls.existingSecrets $key)) -}}
{{- $problems = append $problems (printf "tls.existingSecrets.%s is empty: with tls.mode=existing, name the Secret with the certificate of %s" $key $service) -}}
{{- end -}}
{{- range $name, $_ := $values.extraEnv -}}
{{- if not (regexMatch "^[A-Za-z_][A-Za-z0-9_]*$" $name) -}}
{{- $problems = append $problems (printf "%s.extraEnv.%s is no name of an environment variable" $key $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toJson $problems -}}
{{- end -}}

{{- define "prospecting.validateEntry" -}}
{{- $problems := list -}}
{{- with .Values.public -}}
{{- if and (or .ingress.enabled .httpRoute.enabled) (not .host) -}}
{{- $problems = append $problems "public.host is empty: an Ingress or HTTPRoute needs the host name" -}}
{{- end -}}
{{- if and .httpRoute.enabled (not .httpRoute.parentRefs) -}}
{{- $problems = append $problems "public.httpRoute.parentRefs is empty: name the Gateway that the route attaches to" -}}
{{- end -}}
{{- if and .baseUrl (not (regexMatch "/external/v1/?$" .baseUrl)) -}}
{{- $problems = append $problems "public.baseUrl must end in /external/v1" -}}
{{- end -}}
{{- end -}}
{{- with .Values.admin.ingress -}}
{{- if and .enabled (not .host) -}}
{{- $problems = append $problems "admin.ingress.host is empty: the Ingress needs the host name" -}}
{{- end -}}
{{- if and .enabled $.Values.networkPolicy.enabled (not $.Values.networkPolicy.adminFrom) -}}
{{- $problems = append $problems "networkPolicy.adminFrom is empty: admin.ingress needs the namespace of its controller there" -}}
{{- end -}}
{{- end -}}
{{- with .Values.console -}}
{{- if and .enabled (not (regexMatch "^(https://|http://(localhost|127\\.0\\.0\\.1)(:|/|$))" .url)) -}}
{{- $problems = append $problems "console.url must be the https address at which people open the console, such as https://console.example.com" -}}
{{- end -}}
{{- if and .enabled .oidc.issuer (or (not .oidc.clientId) (not .oidc.clientSecret.existingSecret)) -}}
{{- $problems = append $problems "console.oidc needs clientId and clientSecret.existingSecret beside the issuer" -}}
{{- end -}}
{{- end -}}
{{- toJson $problems -}}
{{- end -}}

{{- define "prospecting.validateImports" -}}
{{- $problems := list -}}
{{- range $name, $job := .Values.importJobs -}}
{{- if not $job.files -}}
{{- $problems = append $problems (printf "importJobs.%s.files is empty" $name) -}}
{{- end -}}
{{- range $index, $file := $job.files -}}
{{- $at := printf "importJobs.%s.files[%d]" $name $index -}}
{{- if not $file.kind -}}
{{- $problems = append $problems (printf "%s.kind is missing: organizations, contacts or switchboards" $at) -}}
{{- end -}}
{{- if eq (empty $file.path) (empty $file.url) -}}
{{- $problems = append $problems (printf "%s: set either path (in the volume) or url" $at) -}}
{{- end -}}
{{- if and (or $file.path $file.rejects) (not $job.claimName) (not $job.generate) -}}
{{- $problems = append $problems (printf "importJobs.%s.claimName is empty: path and rejects are in the volume of a claim" $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- uniq $problems | toJson -}}
{{- end -}}
