// Original file: prospecting/reveal/v1/reveal.proto

export interface SwitchboardQuery {
  accountId?: string;
  organizationIds?: string[];
}

export interface SwitchboardQuery__Output {
  accountId: string;
  organizationIds: string[];
}
