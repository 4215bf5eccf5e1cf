// Original file: prospecting/search/v1/search.proto

export interface Contact {
  id?: string;
  name?: string;
  jobTitle?: string;
  isExecutive?: boolean;
  isDecisionMaker?: boolean;
  organizationId?: string;
  organizationName?: string;
  linkedInUrl?: string;
  _jobTitle?: 'jobTitle';
  _linkedInUrl?: 'linkedInUrl';
}

export interface Contact__Output {
  id: string;
  name: string;
  jobTitle?: string;
  isExecutive: boolean;
  isDecisionMaker: boolean;
  organizationId: string;
  organizationName: string;
  linkedInUrl?: string;
}
