import { Badge, Box, Group, Skeleton, Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { CountedList } from '../../../components/CountedList.tsx'
import { PersonChip } from '../../../components/people/PersonChip.tsx'
import { SearchField } from '../../../components/SearchField.tsx'
import type { FoundPersonFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { FIND_PEOPLE, FOUND_PERSON } from './documents.ts'

/** What can be done with a person who was found. */
export interface FoundActProps {
  readonly person: FoundPersonFragment
  readonly groupId: string
}

interface PeopleFinderProps {
  readonly groupId: string
  readonly label: string
  readonly Act: ComponentType<FoundActProps>
}

/** Looks for people by name, and offers one act with each of them. */
export function PeopleFinder({ groupId, label, Act }: PeopleFinderProps) {
  const { search = '' } = useSearch({ from: '/shell/groups/$groupId/manage/$section' })
  const navigate = useNavigate({ from: '/groups/$groupId/manage/$section' })
  const find = (text: string) => void navigate({ search: { search: text || undefined }, replace: true })
  return (
    <Stack gap="sm">
      <SearchField label={label} value={search} onChange={find} />
      {search && <Found groupId={groupId} search={search} Act={Act} />}
    </Stack>
  )
}

interface FoundProps extends Pick<PeopleFinderProps, 'groupId' | 'Act'> {
  readonly search: string
}

function Found({ groupId, search, Act }: FoundProps) {
  const { t } = useTranslation('groupManage')
  const { data, refusal, reload, fetchMore } = usePanel(FIND_PEOPLE, { groupId, search })
  const users = data?.users
  return (
    <CountedList
      list={users}
      refusal={refusal}
      onRetry={reload}
      onMore={(more) => fetchMore({ groupId, search, more })}
      countText={(count) => (count === 0 ? t('people.nobody') : t('people.found', { count }))}
      skeleton={<Skeleton h={48} aria-hidden />}
    >
      <Stack component="ul" className="plainList" gap="md">
        {users?.edges.map(({ node }) => (
          <FoundRow key={node.id} person={getFragmentData(FOUND_PERSON, node)} groupId={groupId} Act={Act} />
        ))}
      </Stack>
    </CountedList>
  )
}

interface FoundRowProps extends Pick<PeopleFinderProps, 'groupId' | 'Act'> {
  readonly person: FoundPersonFragment
}

/** What stands between a person and a group, beside nothing. */
const STANDINGS = ['MEMBER', 'INVITED', 'REQUESTED', 'BANNED'] as const

function FoundRow({ person, groupId, Act }: FoundRowProps) {
  const { t } = useTranslation('groupManage')
  const standing = STANDINGS.find((one) => one === person.groupMembership?.status)
  return (
    <Group component="li" gap="xs">
      <Box flex="1 1 180px" miw={0}>
        <PersonChip person={person} />
      </Box>
      <Group gap="xs">
        {standing && (
          <Badge variant="light" tt="none">
            {t(`people.standings.${standing}`)}
          </Badge>
        )}
        {!person.isViewer && <Act person={person} groupId={groupId} />}
      </Group>
    </Group>
  )
}
