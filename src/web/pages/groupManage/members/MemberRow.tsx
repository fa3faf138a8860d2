import { Badge, Box, Group, Stack, Text } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PersonChip } from '../../../components/people/PersonChip.tsx'
import { formatDate } from '../../../formats.ts'
import type { GroupMemberFilter, GroupMemberSort, ManageMemberRowFragment } from '../../../generated/graphql.ts'
import { type FragmentType, getFragmentData } from '../../../generated/index.ts'
import type { AssignableRole } from './assignableRoles.ts'
import { MANAGE_MEMBER_ROW } from './documents.ts'
import { MemberMenu } from './MemberMenu.tsx'

export interface MemberRowProps {
  readonly member: FragmentType<typeof MANAGE_MEMBER_ROW>
  readonly groupId: string
  readonly roles: readonly AssignableRole[]
  /** The list that the member is shown in. */
  readonly list: { readonly filter: GroupMemberFilter; readonly sort: GroupMemberSort }
}

/** A member with their roles, the notes about them, and what the viewer may do. */
export function MemberRow({ member, groupId, roles, list }: MemberRowProps) {
  const { t, i18n } = useTranslation('groupManage')
  const data = getFragmentData(MANAGE_MEMBER_ROW, member)
  if (!data.user) return null
  const since = data.joinedAt && t('members.since', { date: formatDate(i18n.language, data.joinedAt) })
  return (
    <Stack component="li" gap={4}>
      <Group wrap="nowrap" gap="xs">
        <Group gap="xs" flex={1} miw={0}>
          <Box flex="1 1 190px" miw={0}>
            <PersonChip person={data.user} below={since} />
          </Box>
          {data.roles.length > 0 && <HeldRoles roles={data.roles} name={data.user.displayName} />}
        </Group>
        <MemberMenu member={data} groupId={groupId} roles={roles} list={list} />
      </Group>
      {data.managerNotes && <Notes text={data.managerNotes} />}
    </Stack>
  )
}

interface HeldRolesProps {
  readonly roles: ManageMemberRowFragment['roles']
  /** Name of the member. */
  readonly name: string
}

function HeldRoles({ roles, name }: HeldRolesProps) {
  const { t } = useTranslation('groupManage')
  return (
    <Group component="ul" className="plainList" gap={6} maw="100%" aria-label={t('members.rolesOf', { name })}>
      {roles.map((role) => (
        <Badge
          key={role.id}
          component="li"
          variant="light"
          tt="none"
          color={role.order === 0 ? 'plaza' : 'gray'}
          maw="100%"
        >
          {role.name}
        </Badge>
      ))}
    </Group>
  )
}

const Notes = ({ text }: { readonly text: string }) => (
  <Group gap={6} wrap="nowrap" align="start" c="dimmed" pl={52}>
    <IconNote size={14} aria-hidden style={{ marginTop: 3, flexShrink: 0 }} />
    <Text size="xs" lineClamp={3} style={{ whiteSpace: 'pre-wrap' }}>
      {text}
    </Text>
  </Group>
)
