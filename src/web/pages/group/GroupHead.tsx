import { Avatar, Badge, Box, Group, Image, Paper, Stack, Text, Title } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { GroupKindMarks } from '../../components/groups/GroupKindMarks.tsx'
import { MembershipButtons } from '../../components/groups/MembershipButtons.tsx'
import { allowedSections } from '../../components/groups/manageSections.ts'
import { ownUrl } from '../../components/ownUrl.ts'
import { RouteButton } from '../../components/RouteLink.tsx'
import { WrittenText } from '../../components/WrittenText.tsx'
import type { GroupPageFragment } from '../../generated/graphql.ts'
import { GroupMenu } from './GroupMenu.tsx'

interface GroupHeadProps {
  readonly group: GroupPageFragment
  /** Id of the viewer's user. */
  readonly viewerId: string
}

/** Pictures, name and numbers of a group, and what the viewer can do about being in it. */
export function GroupHead({ group, viewerId }: GroupHeadProps) {
  const { t } = useTranslation('groups')
  const { name, iconUrl, bannerUrl, description } = group
  return (
    <Paper component="section" withBorder radius="lg" style={{ overflow: 'hidden' }} aria-label={t('page.head')}>
      <Image
        src={ownUrl(bannerUrl)}
        alt=""
        h={{ base: 110, sm: 190 }}
        fit="cover"
        radius={0}
        bg="var(--mantine-primary-color-light)"
      />
      <Box p="md" pt={0}>
        <Group align="end" justify="space-between" gap="sm" mt={-44}>
          <Box bg="var(--mantine-color-body)" p={4} pos="relative" style={{ borderRadius: 'var(--mantine-radius-lg)' }}>
            <Avatar src={ownUrl(iconUrl)} name={name} color="initials" radius="md" size={96} alt="" />
          </Box>
          <Group gap="xs">
            <MembershipButtons group={group} viewerId={viewerId} />
            {allowedSections(group).length > 0 && (
              <RouteButton
                to="/groups/$groupId/manage"
                params={{ groupId: group.id }}
                variant="default"
                leftSection={<IconSettings size={18} aria-hidden />}
              >
                {t('page.manage')}
              </RouteButton>
            )}
            <GroupMenu group={group} viewerId={viewerId} />
          </Group>
        </Group>
        <Stack gap={6} mt="xs">
          <Names group={group} />
          <Counts group={group} />
          {description && <WrittenText text={description} />}
          <Marks group={group} />
        </Stack>
      </Box>
    </Paper>
  )
}

interface PartProps {
  readonly group: GroupPageFragment
}

const Names = ({ group: { name, shortCode, discriminator } }: PartProps) => (
  <Group gap="xs" align="baseline">
    <Title order={1} size="h2">
      {name}
    </Title>
    <Text size="sm" c="dimmed">
      {shortCode}.{discriminator}
    </Text>
  </Group>
)

function Counts({ group: { memberCount, onlineMemberCount } }: PartProps) {
  const { t } = useTranslation(['groups', 'common'])
  return (
    <Group gap="sm" aria-live="polite">
      <Text size="sm" fw={600}>
        {t('common:group.members', { count: memberCount })}
      </Text>
      <Text size="sm">{t('page.online', { count: onlineMemberCount })}</Text>
    </Group>
  )
}

/** What the group is to the viewer, and to the platform. */
function Marks({ group: { viewerStatus, joinState, privacy, isVerified, isHidden, viewerMembership } }: PartProps) {
  const { t } = useTranslation('groups')
  return (
    <Group gap={6}>
      {viewerStatus === 'MEMBER' && <Badge variant="light">{t('standing.MEMBER')}</Badge>}
      {viewerMembership?.roles.map(({ id, name }) => (
        <Badge key={id} variant="light" tt="none" fw={500}>
          {name}
        </Badge>
      ))}
      <Badge variant="default">{t(`joinStates.${joinState}`)}</Badge>
      <GroupKindMarks privacy={privacy} isVerified={isVerified} />
      {isHidden && <Badge color="red.9">{t('marks.hidden')}</Badge>}
    </Group>
  )
}
