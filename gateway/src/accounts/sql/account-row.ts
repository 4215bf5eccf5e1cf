/** An account as its statements answer it. */
export interface AccountRow {
  readonly id: string;
  readonly name: string;
  readonly apiEnabled: boolean;
  readonly targetRoles: string[];
  readonly priceGroup: string;
  readonly createdAt: Date;
}
