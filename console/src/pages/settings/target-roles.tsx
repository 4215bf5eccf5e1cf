import { Button, TagsInput } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { fieldError } from '../../api/problem.js';
import { useWrite } from '../../api/queries.js';
import type { Account } from '../../api/types.js';
import { useAnnounce } from '../../parts/announcer.js';
import { Section } from '../../parts/page.js';
import { ProblemAlert } from '../../parts/problem-alert.js';
import { Status } from '../../parts/values.js';
import { SUGGESTED_ROLES, toRoleCode } from './role-codes.js';

/** The contact roles that filter the lists of contacts. */
export function TargetRoles({ account }: { account: Account }): ReactNode {
  const [roles, setRoles] = useState<string[]>([...account.targetRoles]);
  const announce = useAnnounce();
  const save = useWrite<readonly string[], Account>((client, targetRoles) =>
    client.send('PATCH', `/accounts/${account.id}`, { targetRoles }),
  );
  const isChanged = roles.join(' ') !== account.targetRoles.join(' ');
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save.mutate(roles, { onSuccess: () => announce('Target roles saved.') });
  };
  return (
    <Section
      title="Target roles"
      lead="The list of an organization's contacts has only people in these roles. Without roles it has everybody."
    >
      <form className="form narrow-form" onSubmit={submit}>
        <TagsInput
          label="Roles"
          description="Codes such as head_of_sales. Press Enter after each."
          data={[...SUGGESTED_ROLES]}
          value={roles}
          onChange={(typed) => setRoles([...new Set(typed.map(toRoleCode).filter((code) => code !== ''))])}
          error={fieldError(save.error, 'targetRoles')}
          clearable={false}
          // Below, the suggestions would cover the button that saves.
          comboboxProps={{ position: 'top', middlewares: { flip: false } }}
          maxTags={100}
        />
        {save.isError && <ProblemAlert error={save.error} shownFields={['targetRoles']} />}
        <div className="form-foot start">
          <Button type="submit" disabled={!isChanged} loading={save.isPending}>
            Save roles
          </Button>
          {!isChanged && <Status tone="good">{roles.length === 0 ? 'No roles: everybody is listed' : 'Saved'}</Status>}
        </div>
      </form>
    </Section>
  );
}
