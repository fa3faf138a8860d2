import { Avatar, Badge, Box, Card, Group, Image, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { GroupCardFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { ownUrl } from '../ownUrl.ts'
import { CardLink } from '../RouteLink.tsx'
import { GroupKindMarks } from './GroupKindMarks.tsx'

export const GROUP_CARD = graphql(`
  fragment GroupCard on Group {
    id
    name
    shortCode
    discriminator
    description
    iconUrl
    bannerUrl
    memberCount
    privacy
    joinState
    isVerified
    lastPostedAt
    viewerStatus
    viewerMembership {
      id
      lastPostReadAt
    }
  }
`)

interface GroupCardProps {
  readonly group: FragmentType<typeof GROUP_CARD>
  /** At its end, such as buttons. */
  readonly children?: React.ReactNode
}

/** A group in a grid: its pictures, what it is about, and what stands between it and the viewer. */
export function GroupCard({ group, children }: GroupCardProps) {
  const { t } = useTranslation()
  const data = getFragmentData(GROUP_CARD, group)
  const { id, name, description, memberCount } = data
  return (
    <Card component="li" padding="sm" radius="lg" withBorder pos="relative">
      <Heading data={data} />
      <CardLink to="/groups/$groupId" params={{ groupId: id }} mt={6} truncate>
        {name}
      </CardLink>
      <Text size="xs" c="dimmed">
        {t('group.members', { count: memberCount })}
      </Text>
      {description && (
        <Text size="sm" lineClamp={2} mt={4}>
          {description}
        </Text>
      )}
      <Marks data={data} />
      {children && (
        <Box mt="sm" pos="relative">
          {children}
        </Box>
      )}
    </Card>
  )
}

/** The pictures of the group, and the code by which it is found. */
function Heading({ data }: { readonly data: GroupCardFragment }) {
  const { name, shortCode, discriminator, iconUrl, bannerUrl } = data
  return (
    <>
      <Card.Section>
        <Image
          src={ownUrl(bannerUrl)}
          alt=""
          h={84}
          fit="cover"
          loading="lazy"
          bg="var(--mantine-color-default-hover)"
        />
      </Card.Section>
      <Group wrap="nowrap" gap="sm" align="end" mt={-28}>
        <Box bg="var(--mantine-color-body)" p={3} pos="relative" style={{ borderRadius: 'var(--mantine-radius-lg)' }}>
          <Avatar src={ownUrl(iconUrl)} name={name} color="initials" radius="md" size={52} alt="" />
        </Box>
        <Text size="xs" c="dimmed" truncate>
          {shortCode}.{discriminator}
        </Text>
      </Group>
    </>
  )
}

const STANDINGS = ['MEMBER', 'INVITED', 'REQUESTED', 'BANNED', 'USER_BLOCKED'] as const

function Marks({ data }: { readonly data: GroupCardFragment }) {
  const { t } = useTranslation('groups')
  const { privacy, joinState, isVerified, viewerStatus, lastPostedAt, viewerMembership } = data
  const standing = STANDINGS.find((one) => one === viewerStatus)
  const lastRead = viewerMembership?.lastPostReadAt ?? ''
  const hasNews =
    standing === 'MEMBER' && lastPostedAt !== null && lastPostedAt !== undefined && lastPostedAt > lastRead
  return (
    <Group gap={6} mt="auto" pt="sm">
      {hasNews && <Badge>{t('marks.newPosts')}</Badge>}
      {standing ? (
        <Badge variant="light">{t(`standing.${standing}`)}</Badge>
      ) : (
        <Badge variant="default">{t(`joinStates.${joinState}`)}</Badge>
      )}
      <GroupKindMarks privacy={privacy} isVerified={isVerified} />
    </Group>
  )
}
