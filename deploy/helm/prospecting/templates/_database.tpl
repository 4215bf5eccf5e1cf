{{/*
The database URLs of the product by their name in `database.roles`: who reads each, in which
variable, as which role, and the schema that it leads to.
*/}}
{{- define "prospecting.databaseUrls" -}}
search: { component: search-service, variable: DATABASE_URL, role: prospect_search, schema: directory }
{{- if or (eq .Values.database.mode "roles") .Values.database.searchReplicas.hosts }}
searchReplicas:
  { component: search-service, variable: REPLICA_DATABASE_URLS, role: prospect_search, schema: directory, optional: true }
{{- end }}
reveal: { component: reveal-service, variable: DATABASE_URL, role: prospect_reveal, schema: reveal }
revealDirectory:
  { component: reveal-service, variable: DIRECTORY_DATABASE_URL, role: prospect_reveal, schema: directory, else: reveal }
credits: { component: credits-service, variable: DATABASE_URL, role: prospect_credits, schema: credits }
gateway: { component: gateway, variable: DATABASE_URL, role: prospect_gateway, schema: edge }
gatewayAccounts:
  { component: gateway, variable: ACCOUNTS_DATABASE_URL, role: prospect_gateway, schema: accounts, else: gateway }
admin: { component: admin-service, variable: DATABASE_URL, role: prospect_admin, schema: accounts }
adminEdge: { component: admin-service, variable: EDGE_DATABASE_URL, role: prospect_admin, schema: edge, else: admin }
importer: { component: import, variable: PROSPECT_DATABASE_URL, role: prospect_importer, schema: directory }
{{- end -}}

{{- define "prospecting.schemas" -}}
["directory", "reveal", "credits", "accounts", "edge"]
{{- end -}}

{{/* The roles whose passwords the chart makes. */}}
{{- define "prospecting.roles" -}}
["prospect_search", "prospect_reveal", "prospect_credits", "prospect_gateway", "prospect_admin", "prospect_importer"]
{{- end -}}

{{/* Returns a URL, or a list of URLs, that the chart makes: bundled and administrator. Call: (list $ "search") */}}
{{- define "prospecting.roleUrl" -}}
{{- $root := index . 0 -}}
{{- $url := index (include "prospecting.databaseUrls" $root | fromYaml) (index . 1) -}}
{{- $fullname := include "prospecting.fullname" $root -}}
{{- $password := include "prospecting.generated" (list $root (printf "%s-database" $fullname) $url.role) -}}
{{- $database := $root.Values.database -}}
{{- if eq $database.mode "bundled" -}}
postgres://{{ $url.role }}:{{ urlquery $password }}@{{ $fullname }}-postgresql:5432/{{ $database.name }}
{{- else -}}
{{- $server := get $database.servers $url.schema | default dict -}}
{{- $parameters := $server.parameters | default $database.parameters -}}
{{- $primary := printf "%s:%d" ($server.host | default $database.host) ($server.port | default $database.port | int) -}}
{{- $urls := list -}}
{{- range $host := ternary $database.searchReplicas.hosts (list $primary) (eq (index . 1) "searchReplicas") -}}
{{- $address := printf "%s/%s" $host ($server.name | default $database.name) -}}
{{- $urls = append $urls (printf "postgres://%s:%s@%s%s" $url.role (urlquery $password) $address (ternary (printf "?%s" $parameters) "" (ne $parameters ""))) -}}
{{- end -}}
{{- join "," $urls -}}
{{- end -}}
{{- end -}}

{{/* The bundled server's administrator. */}}
{{- define "prospecting.superuserUrl" -}}
{{- $secret := printf "%s-postgresql" (include "prospecting.fullname" .) -}}
postgres://postgres:{{ include "prospecting.generated" (list . $secret "password") | urlquery }}@{{ $secret }}:5432/{{ .Values.database.name }}
{{- end -}}

{{/* The database files of a component, as JSON. Call: (list $ "gateway") */}}
{{- define "prospecting.databaseFiles" -}}
{{- $root := index . 0 -}}
{{- $component := index . 1 -}}
{{- $database := $root.Values.database -}}
{{- $roles := $database.roles -}}
{{- $files := list -}}
{{- if eq $component "migrate" -}}
{{- $files = include "prospecting.migrationFiles" $root | fromJsonArray -}}
{{- else if eq $database.mode "roles" -}}
{{- $urls := include "prospecting.databaseUrls" $root | fromYaml -}}
{{- $listen := dict "component" "gateway" "variable" "ACCOUNTS_DATABASE_LISTEN_URL" "optional" true -}}
{{- range $name, $url := set $urls "gatewayListen" $listen -}}
{{- if eq $url.component $component -}}
{{- $given := index $roles $name -}}
{{- if not (or $given.key $url.optional) -}}
{{- $given = index $roles $url.else -}}
{{- end -}}
{{- if $given.key -}}
{{- $files = append $files (dict "variable" $url.variable "secret" ($given.existingSecret | default $roles.existingSecret) "key" $given.key) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- else -}}
{{- $secret := printf "%s-database" (include "prospecting.fullname" $root) -}}
{{- range $name, $url := include "prospecting.databaseUrls" $root | fromYaml -}}
{{- if eq $url.component $component -}}
{{- $files = append $files (dict "variable" $url.variable "secret" $secret "key" (printf "url-%s" $name)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toJson $files -}}
{{- end -}}

{{/* The files of the migration, as JSON. What the chart makes is in a Secret of its hook. */}}
{{- define "prospecting.migrationFiles" -}}
{{- $fullname := include "prospecting.fullname" . -}}
{{- $database := .Values.database -}}
{{- $files := list -}}
{{- if eq $database.mode "bundled" -}}
{{- $secret := ternary (printf "%s-migrate" $fullname) (printf "%s-postgresql" $fullname) (eq (include "prospecting.migrationIsHook" .) "true") -}}
{{- $files = append $files (dict "variable" "MIGRATION_DATABASE_URL" "secret" $secret "key" "url") -}}
{{- else if eq $database.mode "administrator" -}}
{{- $files = append $files (dict "variable" "MIGRATION_DATABASE_URL" "secret" $database.administrator.existingSecret "key" $database.administrator.key) -}}
{{- range $schema, $key := $database.administrator.schemaKeys -}}
{{- $files = append $files (dict "variable" (printf "MIGRATION_%s_DATABASE_URL" (upper $schema)) "secret" $database.administrator.existingSecret "key" $key) -}}
{{- end -}}
{{- else -}}
{{- $all := dict "" $database.roles.migration -}}
{{- range $schema, $given := merge $all $database.roles.schemaMigrations -}}
{{- if $given.key -}}
{{- $variable := ternary "MIGRATION_DATABASE_URL" (printf "MIGRATION_%s_DATABASE_URL" (upper $schema)) (eq $schema "") -}}
{{- $files = append $files (dict "variable" $variable "secret" ($given.existingSecret | default $database.roles.existingSecret) "key" $given.key) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if ne $database.mode "roles" -}}
{{- $secret := ternary (printf "%s-migrate" $fullname) (printf "%s-database" $fullname) (eq (include "prospecting.migrationIsHook" .) "true") -}}
{{- range include "prospecting.roles" . | fromJsonArray -}}
{{- $files = append $files (dict "variable" (printf "ROLE_PASSWORD_%s" (upper .)) "secret" $secret "key" .) -}}
{{- end -}}
{{- end -}}
{{- toJson $files -}}
{{- end -}}

{{/*
"true" where the migration is a hook. At an install it cannot be one: before the install there is no
bundled database and no Secret, and after it Helm waits for pods that wait for the migration.
*/}}
{{- define "prospecting.migrationIsHook" -}}
{{- and .Values.migrations.useHooks .Release.IsUpgrade -}}
{{- end -}}
