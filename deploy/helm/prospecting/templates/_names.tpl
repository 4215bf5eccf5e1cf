{{/* The chart's part of resource names. */}}
{{- define "prospecting.name" -}}
{{- .Values.nameOverride | default .Chart.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{/* The first part of every name. 40 characters leave room for `-credits-service-tls` and a hash. */}}
{{- define "prospecting.fullname" -}}
{{- $name := include "prospecting.name" . -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride -}}
{{- else if contains $name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* The services, in the order in which a request passes them. */}}
{{- define "prospecting.services" -}}
["gateway", "search-service", "reveal-service", "credits-service", "admin-service"]
{{- end -}}

{{/* The name of a service in values: `search-service` is `searchService`. */}}
{{- define "prospecting.valuesKey" -}}
{{- . | camelcase | untitle -}}
{{- end -}}

{{/*
Returns the values of a service as JSON: `defaults`, overridden by its own.
Call: (list $ "search-service")
*/}}
{{- define "prospecting.serviceValues" -}}
{{- $root := index . 0 -}}
{{- $own := index $root.Values (include "prospecting.valuesKey" (index . 1)) | default dict -}}
{{- $merged := deepCopy $root.Values.defaults -}}
{{- range $key, $value := $own -}}
{{- $default := get $merged $key -}}
{{- if and (kindIs "map" $value) (kindIs "map" $default) (ne $key "affinity") -}}
{{- $_ := set $merged $key (mergeOverwrite (deepCopy $default) $value) -}}
{{- range $inner, $innerValue := $value -}}
{{- /* mergeOverwrite keeps the default where the own value is false, 0 or empty. */ -}}
{{- if not (kindIs "map" $innerValue) -}}
{{- $_ := set (get $merged $key) $inner $innerValue -}}
{{- end -}}
{{- end -}}
{{- else if not (kindIs "invalid" $value) -}}
{{- $_ := set $merged $key $value -}}
{{- end -}}
{{- end -}}
{{- toJson $merged -}}
{{- end -}}

{{/* Labels by which a component is selected. Call: (list $ "gateway") */}}
{{- define "prospecting.selectorLabels" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ include "prospecting.name" $root }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{/* Labels of a resource. Call: (list $ "gateway") */}}
{{- define "prospecting.labels" -}}
{{- $root := index . 0 -}}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{ include "prospecting.selectorLabels" . }}
app.kubernetes.io/version: {{ $root.Values.image.tag | default $root.Chart.AppVersion | trunc 63 | quote }}
app.kubernetes.io/part-of: prospecting
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
{{- with $root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/*
Returns the labels of pods that an upgrade of the product must not replace: they name no version.
Call: (list $ "postgresql")
*/}}
{{- define "prospecting.lastingLabels" -}}
{{ include "prospecting.selectorLabels" . }}
app.kubernetes.io/part-of: prospecting
{{- with (index . 0).Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/*
Returns `metadata` of a resource.
Call: (dict "root" $ "name" "…" "component" "gateway" "annotations" (dict))
*/}}
{{- define "prospecting.metadata" -}}
{{- $annotations := merge (dict) (.annotations | default dict) .root.Values.commonAnnotations -}}
name: {{ .name }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "prospecting.labels" (list .root .component) | nindent 2 }}
{{- with $annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "prospecting.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* The address of a service inside the cluster. Call: (list $ "search-service") */}}
{{- define "prospecting.address" -}}
{{- $root := index . 0 -}}
{{ include "prospecting.fullname" $root }}-{{ index . 1 }}.{{ $root.Release.Namespace }}.svc.{{ $root.Values.clusterDomain }}
{{- end -}}

{{/* The API as customers see it. */}}
{{- define "prospecting.baseUrl" -}}
{{- with .Values.public -}}
{{- if .baseUrl -}}
{{ .baseUrl }}
{{- else if .host -}}
{{ ternary "https" "http" .tls.enabled }}://{{ .host }}/external/v1
{{- else -}}
http://localhost:8080/external/v1
{{- end -}}
{{- end -}}
{{- end -}}

{{/* The origin of the API. */}}
{{- define "prospecting.origin" -}}
{{- $url := include "prospecting.baseUrl" . | urlParse -}}
{{ $url.scheme }}://{{ $url.host }}
{{- end -}}
