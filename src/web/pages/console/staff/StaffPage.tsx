import { Badge, Checkbox, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../components/Panel.tsx'
import { PersonAvatar } from '../../../components/people/PersonAvatar.tsx'
import { RouteLink } from '../../../components/RouteLink.tsx'
import type { ConsoleStaffQuery, StaffPermission } from '../../../generated/graphql.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { useAct, useActQueue } from '../../../graph/useAct.ts'
import { PersonSelect } from '../../groupManage/people/PersonSelect.tsx'
import { ConsoleHead } from '../ConsoleHead.tsx'
import { useRepeatedly } from '../kit/useRepeatedly.ts'
import { STAFF_PERMISSIONS } from '../sections.ts'
import { useIsAdmin } from '../useStaff.ts'
import { CONSOLE_STAFF, FIND_STAFF, GRANT_STAFF_PERMISSION, REVOKE_STAFF_PERMISSION } from './documents.ts'

type Member = ConsoleStaffQuery['staff'][number]

interface Entrusted {
  readonly userId: string
  readonly permission: StaffPermission
  readonly isGiven: boolean
}

/** Who may do what of the staff. Admins give and take it. */
export function StaffPage() {
  const { t } = useTranslation('console')
  const isAdmin = useIsAdmin()
  const { data, refusal, reload } = usePanel(CONSOLE_STAFF, {})
  useRepeatedly(reload)
  const queue = useActQueue()
  const grant = useAct(GRANT_STAFF_PERMISSION, { queue })
  const revoke = useAct(REVOKE_STAFF_PERMISSION, { queue })
  const set = async ({ isGiven, ...input }: Entrusted) => {
    await (isGiven ? grant : revoke).act({ input })
    reload()
  }
  const members = data?.staff ?? []
  return (
    <Stack gap="md">
      <ConsoleHead page="staff" />
      <Text size="sm" maw={720}>
        {isAdmin ? t('staff.textForAdmins') : t('staff.text')}
      </Text>
      {isAdmin && <NewMember members={members} onChoose={set} />}
      <Panel title={t('staff.members')} isLoading={!data && !refusal} refusal={data ? null : refusal} onRetry={reload}>
        <Stack component="ul" className="plainList" gap="sm">
          {members.map((member) => (
            <MemberRow key={member.user?.id} member={member} isAdmin={isAdmin} onChange={set} />
          ))}
        </Stack>
      </Panel>
    </Stack>
  )
}

interface MemberRowProps {
  readonly member: Member
  /** Whether the viewer is an admin. */
  readonly isAdmin: boolean
  readonly onChange: (entrusted: Entrusted) => Promise<void>
}

function MemberRow({ member: { user, permissions, isAdmin: isMemberAdmin }, isAdmin, onChange }: MemberRowProps) {
  const { t } = useTranslation('console')
  if (!user) return null
  return (
    <Paper component="li" withBorder p="sm" radius="md">
      <Stack gap="xs">
        <Group gap="sm">
          <PersonAvatar person={user} size={32} />
          <RouteLink to="/people/$personId" params={{ personId: user.id }} fw={600}>
            {user.displayName}
          </RouteLink>
          {isMemberAdmin && <Badge variant="light">{t('staff.admin')}</Badge>}
        </Group>
        {!isMemberAdmin && (
          <Group role="group" gap="md" aria-label={t('staff.permissionsOf', { name: user.displayName })}>
            {STAFF_PERMISSIONS.map((permission) => (
              <Checkbox
                key={permission}
                label={t(`permissions.${permission}.name`)}
                checked={permissions.includes(permission)}
                disabled={!isAdmin}
                onChange={({ currentTarget: { checked } }) =>
                  void onChange({ userId: user.id, permission, isGiven: checked })
                }
              />
            ))}
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

interface NewMemberProps {
  readonly members: readonly Member[]
  readonly onChoose: (entrusted: Entrusted) => Promise<void>
}

/** Finds somebody by name, to give them their first permission. */
function NewMember({ members, onChoose }: NewMemberProps) {
  const { t } = useTranslation('console')
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<{ readonly id: string; readonly displayName: string } | null>(null)
  const { data } = usePanel(FIND_STAFF, { search }, { skip: search === '' })
  const found = search ? (data?.users.edges.map(({ node }) => node) ?? []) : []
  const known = new Set(members.map(({ user }) => user?.id))
  const give = async (permission: StaffPermission) => {
    if (!chosen) return
    await onChoose({ userId: chosen.id, permission, isGiven: true })
    setChosen(null)
  }
  return (
    <Paper withBorder p="md" radius="lg" component="section">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('staff.add')}
        </Title>
        <PersonSelect
          label={t('staff.person')}
          value={chosen}
          people={found.filter(({ id }) => !known.has(id))}
          onSearch={setSearch}
          onChange={setChosen}
        />
        {chosen && (
          <Stack
            component="ul"
            className="plainList"
            gap="xs"
            aria-label={t('staff.first', { name: chosen.displayName })}
          >
            {STAFF_PERMISSIONS.map((permission) => (
              <PermissionChoice key={permission} permission={permission} onChoose={() => void give(permission)} />
            ))}
          </Stack>
        )}
      </Stack>
    </Paper>
  )
}

interface PermissionChoiceProps {
  readonly permission: StaffPermission
  readonly onChoose: () => void
}

function PermissionChoice({ permission, onChoose }: PermissionChoiceProps) {
  const { t } = useTranslation('console')
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <Checkbox
        checked={false}
        onChange={onChoose}
        label={t(`permissions.${permission}.name`)}
        description={t(`permissions.${permission}.text`)}
      />
    </Group>
  )
}
