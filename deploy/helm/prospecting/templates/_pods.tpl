{{/* What every pod of the chart has in common, for the restricted Pod Security Standard. */}}
{{- define "prospecting.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: {{ . }}
  runAsGroup: {{ . }}
  fsGroup: {{ . }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "prospecting.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  privileged: false
  capabilities: { drop: [ALL] }
{{- end -}}

{{- define "prospecting.pullSecrets" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* Absolute names have four dots: by default a resolver tries the search domains first. */}}
{{- define "prospecting.dnsConfig" -}}
dnsConfig:
  options:
    - { name: ndots, value: '2' }
{{- end -}}

{{/*
Secrets go in as files, so that no dump of an environment shows them. A list of files is YAML:
`- {variable, secret, key}`. The four templates below take such a list, parsed.
*/}}
{{- define "prospecting.fileEnv" -}}
{{- range . }}
- name: {{ .variable }}_FILE
  value: /etc/prospecting/secrets/{{ .variable }}
{{- end }}
{{- end -}}

{{- define "prospecting.fileVolume" -}}
{{- $bySecret := dict -}}
{{- range . -}}
{{- $_ := set $bySecret .secret (append (get $bySecret .secret | default list) .) -}}
{{- end -}}
{{- if $bySecret }}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      {{- range $secret, $files := $bySecret }}
      - secret:
          name: {{ $secret }}
          items:
            {{- range $files }}
            - { key: {{ .key | quote }}, path: {{ .variable }} }
            {{- end }}
      {{- end }}
{{- end }}
{{- end -}}

{{- define "prospecting.fileMount" -}}
{{- if . }}
- { name: secrets, mountPath: /etc/prospecting/secrets, readOnly: true }
{{- end }}
{{- end -}}

{{/*
The authorities of PostgreSQL's certificate. NODE_EXTRA_CA_CERTS adds to the public ones and holds
for every URL, so a URL of yours needs no path of this chart.
*/}}
{{- define "prospecting.databaseCaEnv" -}}
{{- if and .Values.database.ca.existingSecret (ne .Values.database.mode "bundled") }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/prospecting/database-ca/ca.crt
{{- end }}
{{- end -}}

{{- define "prospecting.databaseCaMount" -}}
{{- if and .Values.database.ca.existingSecret (ne .Values.database.mode "bundled") }}
- { name: database-ca, mountPath: /etc/prospecting/database-ca, readOnly: true }
{{- end }}
{{- end -}}

{{- define "prospecting.databaseCaVolume" -}}
{{- if and .Values.database.ca.existingSecret (ne .Values.database.mode "bundled") }}
- name: database-ca
  secret:
    secretName: {{ .Values.database.ca.existingSecret }}
    defaultMode: 0440
    items:
      - { key: {{ .Values.database.ca.key | quote }}, path: ca.crt }
{{- end }}
{{- end -}}

{{/*
Returns the pod template of a job that runs the command `prospect`.
Call: (dict "root" $ "component" "audit" "args" (list "credits" "audit") "files" (list) "env" (dict)
       "resources" (dict) "restartPolicy" "Never")
*/}}
{{- define "prospecting.commandPod" -}}
metadata:
  labels:
    {{- include "prospecting.labels" (list .root .component) | nindent 4 }}
spec:
  restartPolicy: {{ .restartPolicy | default "Never" }}
  {{- include "prospecting.podSecurity" 10001 | nindent 2 }}
  {{- with include "prospecting.pullSecrets" .root | trim }}{{ nindent 2 . }}{{ end }}
  {{- include "prospecting.dnsConfig" .root | nindent 2 }}
  {{- with .root.Values.defaults.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .root.Values.defaults.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - {{ include "prospecting.commandContainer" . | indent 6 | trim }}
  volumes:
    - { name: tmp, emptyDir: {} }
    {{- with include "prospecting.fileVolume" .files | trim }}{{ nindent 4 . }}{{ end }}
    {{- with include "prospecting.databaseCaVolume" .root | trim }}{{ nindent 4 . }}{{ end }}
{{- end -}}

{{- define "prospecting.commandContainer" -}}
name: {{ .name | default .component }}
image: {{ include "prospecting.image" .root }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
args: {{ concat (list "cli/bin/prospect.js") .args | toJson }}
env:
  {{- range $name, $value := .env }}
  - { name: {{ $name }}, value: {{ $value | toString | quote }} }
  {{- end }}
  {{- with include "prospecting.fileEnv" .files | trim }}{{ nindent 2 . }}{{ end }}
  {{- with include "prospecting.databaseCaEnv" .root | trim }}{{ nindent 2 . }}{{ end }}
resources:
  {{- toYaml .resources | nindent 2 }}
{{ include "prospecting.containerSecurity" . }}
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  {{- with include "prospecting.fileMount" .files | trim }}{{ nindent 2 . }}{{ end }}
  {{- with include "prospecting.databaseCaMount" .root | trim }}{{ nindent 2 . }}{{ end }}
  {{- with .mounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* Returns a value as text. Helm reads numbers as floats, and would write 1000000 as 1e+06. */}}
{{- define "prospecting.scalar" -}}
{{- if and (kindIs "float64" .) (eq . (floor .)) -}}
{{- int64 . -}}
{{- else -}}
{{- . -}}
{{- end -}}
{{- end -}}
