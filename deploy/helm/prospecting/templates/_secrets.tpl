{{/*
True where Helm sees the cluster. `helm template`, Argo CD and a client-side dry run do not, and a
secret made there would change at every rendering. Every namespace has the ServiceAccount `default`.
Where the namespace is yet to be created, who creates it may read the namespace `default`.
*/}}
{{- define "prospecting.seesCluster" -}}
{{- if lookup "v1" "ServiceAccount" .Release.Namespace "default" -}}
true
{{- else if lookup "v1" "Namespace" "" "default" -}}
true
{{- end -}}
{{- end -}}

{{/*
Returns a generated value: that of the Secret in the cluster if there is one, else a new one, which
`prospecting.validate` refuses where Helm does not see the cluster. The templates of one rendering
share `.Values`, so each of them gets the same new value.
Call: (list $ "secret" "key")
*/}}
{{- define "prospecting.generated" -}}
{{- $root := index . 0 -}}
{{- $secret := index . 1 -}}
{{- $key := index . 2 -}}
{{- $made := get $root.Values "generatedInThisRendering" | default dict -}}
{{- $_ := set $root.Values "generatedInThisRendering" $made -}}
{{- $id := printf "%s/%s" $secret $key -}}
{{- if not (hasKey $made $id) -}}
{{- $kept := (lookup "v1" "Secret" $root.Release.Namespace $secret).data | default dict -}}
{{- if hasKey $kept $key -}}
{{- $_ := set $made $id (get $kept $key | b64dec) -}}
{{- else -}}
{{- $_ := set $made $id (randAlphaNum 40) -}}
{{- end -}}
{{- end -}}
{{- get $made $id -}}
{{- end -}}

{{/* The Secret and the key of a secret of the product, as JSON. Call: (list $ "adminToken") */}}
{{- define "prospecting.productSecret" -}}
{{- $root := index . 0 -}}
{{- $given := index $root.Values.secrets (index . 1) -}}
{{- if $given.existingSecret -}}
{{- dict "secret" $given.existingSecret "key" $given.key | toJson -}}
{{- else -}}
{{- dict "secret" (printf "%s-secrets" (include "prospecting.fullname" $root)) "key" (kebabcase (index . 1)) | toJson -}}
{{- end -}}
{{- end -}}

{{/*
Returns the secret files of a component as a YAML list of {variable, secret, key}.
Call: (list $ "gateway"); components are the services, `migrate`, `import` and `audit`.
*/}}
{{- define "prospecting.secretFiles" -}}
{{- $root := index . 0 -}}
{{- $component := index . 1 -}}
{{- $files := include "prospecting.databaseFiles" . | fromJsonArray -}}
{{- $product := dict
  "gateway" (dict "STORED_RESPONSE_SECRET" "storedResponseKeys")
  "search-service" (dict "CURSOR_KEYS" "cursorKeys" "SOLE_TRADER_KEY" "identityKey")
  "admin-service" (dict "ADMIN_TOKEN" "adminToken" "PROSPECT_ADMIN_TOKEN" "adminToken")
  "import" (dict "PROSPECT_IDENTITY_KEY" "identityKey")
  "audit" (dict "PROSPECT_ADMIN_TOKEN" "adminToken")
-}}
{{- range $variable, $name := get $product $component | default dict -}}
{{- $files = append $files (merge (dict "variable" $variable) (include "prospecting.productSecret" (list $root $name) | fromJson)) -}}
{{- end -}}
{{- with $root.Values.console -}}
{{- if and (eq $component "admin-service") .enabled .oidc.issuer -}}
{{- $given := .oidc.clientSecret -}}
{{- $files = append $files (dict "variable" "CONSOLE_OIDC_CLIENT_SECRET" "secret" $given.existingSecret "key" $given.key) -}}
{{- end -}}
{{- end -}}
{{- if eq $component "gateway" -}}
{{- $files = concat $files (include "prospecting.redisFiles" $root | fromJsonArray) -}}
{{- end -}}
{{- toJson $files -}}
{{- end -}}

{{/* The gateway's secret files for Redis, as JSON. */}}
{{- define "prospecting.redisFiles" -}}
{{- $files := list -}}
{{- with .Values.redis -}}
{{- if eq .mode "bundled" -}}
{{- $files = append $files (dict "variable" "REDIS_URL" "secret" (printf "%s-redis" (include "prospecting.fullname" $)) "key" "url") -}}
{{- else if eq .mode "external" -}}
{{- $files = append $files (dict "variable" "REDIS_URL" "secret" .url.existingSecret "key" .url.key) -}}
{{- else if and (has .mode (list "sentinel" "cluster")) .password.existingSecret -}}
{{- $files = append $files (dict "variable" "REDIS_PASSWORD" "secret" .password.existingSecret "key" .password.key) -}}
{{- end -}}
{{- if and (eq .mode "sentinel") .sentinelPassword.existingSecret -}}
{{- $files = append $files (dict "variable" "REDIS_SENTINEL_PASSWORD" "secret" .sentinelPassword.existingSecret "key" .sentinelPassword.key) -}}
{{- end -}}
{{- end -}}
{{- toJson $files -}}
{{- end -}}

{{/*
Changes when a secret of a component changes, so that an upgrade restarts its pods. Of a Secret of
yours only its version is read.
Call: (list $ "gateway")
*/}}
{{- define "prospecting.secretsChecksum" -}}
{{- $root := index . 0 -}}
{{- $parts := list -}}
{{- $own := printf "%s-" (include "prospecting.fullname" $root) -}}
{{- $made := get $root.Values "generatedInThisRendering" | default dict -}}
{{- range include "prospecting.secretFiles" . | fromJsonArray -}}
{{- $id := printf "%s/%s" .secret .key -}}
{{- if include "prospecting.isOwnSecret" (list $root .secret) -}}
{{- $parts = append $parts (printf "%s=%s" $id (include "prospecting.ownSecretValue" (list $root .secret .key))) -}}
{{- else -}}
{{- $parts = append $parts (printf "%s@%s" $id (dig "metadata" "resourceVersion" "" (lookup "v1" "Secret" $root.Release.Namespace .secret))) -}}
{{- end -}}
{{- end -}}
{{- join "\n" $parts | sha256sum -}}
{{- end -}}

{{/* True for the Secrets that this chart makes. Call: (list $ "name") */}}
{{- define "prospecting.isOwnSecret" -}}
{{- $fullname := include "prospecting.fullname" (index . 0) -}}
{{- if has (index . 1) (list (printf "%s-secrets" $fullname) (printf "%s-database" $fullname) (printf "%s-postgresql" $fullname) (printf "%s-redis" $fullname)) -}}
true
{{- end -}}
{{- end -}}

{{/* Returns a value of a Secret that this chart makes. Call: (list $ "secret" "key") */}}
{{- define "prospecting.ownSecretValue" -}}
{{- $root := index . 0 -}}
{{- $secret := index . 1 -}}
{{- $key := index . 2 -}}
{{- $fullname := include "prospecting.fullname" $root -}}
{{- if eq $secret (printf "%s-database" $fullname) -}}
{{- if hasPrefix "url-" $key -}}
{{- include "prospecting.roleUrl" (list $root (trimPrefix "url-" $key)) -}}
{{- else -}}
{{- include "prospecting.generated" (list $root $secret $key) -}}
{{- end -}}
{{- else if and (eq $secret (printf "%s-postgresql" $fullname)) (eq $key "url") -}}
{{- include "prospecting.superuserUrl" $root -}}
{{- else if and (eq $secret (printf "%s-redis" $fullname)) (eq $key "url") -}}
{{- printf "redis://:%s@%s-redis:6379" (include "prospecting.generated" (list $root $secret "password") | urlquery) $fullname -}}
{{- else -}}
{{- include "prospecting.generated" (list $root $secret $key) -}}
{{- end -}}
{{- end -}}
