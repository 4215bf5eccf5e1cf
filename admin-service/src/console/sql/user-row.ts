/** Somebody who may sign in to the console. */
export interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: 'operator' | 'admin';
  /** The account of an admin; null for an operator. */
  readonly accountId: string | null;
  readonly createdAt: Date;
  readonly disabledAt: Date | null;
}

/** The columns of a UserRow, of the table with the alias `u`. */
export const USER_COLUMNS = `
     u.id, u.email, u.name, u.role,
     u.account_id as "accountId",
     u.created_at as "createdAt",
     u.disabled_at as "disabledAt"`;
