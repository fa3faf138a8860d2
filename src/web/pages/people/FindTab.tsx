import { Badge, Box, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CountedList } from '../../components/CountedList.tsx'
import { FRIEND_ROW } from '../../components/people/FriendRow.tsx'
import { PersonChip } from '../../components/people/PersonChip.tsx'
import { RelationButtons } from '../../components/people/RelationButtons.tsx'
import { RelationMenu } from '../../components/people/RelationMenu.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { formatNumber } from '../../formats.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { FRIEND_COLUMNS, FriendGridSkeleton } from './FriendGrid.tsx'

/** Looks for people by name. */
export function FindTab() {
  const { t } = useTranslation('people')
  const { search = '' } = useSearch({ from: '/shell/people' })
  const navigate = useNavigate({ from: '/people' })
  const find = (text: string) => void navigate({ search: { tab: 'find', search: text || undefined }, replace: true })
  return (
    <Stack gap="md">
      <SearchField label={t('find.search')} value={search} onChange={find} />
      {search ? <Found search={search} /> : <Text size="sm">{t('find.start')}</Text>}
    </Stack>
  )
}

const USERS = graphql(`
  query PeopleFound($search: String!, $more: String) {
    users(first: 30, after: $more, filter: { search: $search }) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          isFriend
          isViewer
          ...FriendRow
        }
      }
    }
  }
`)

function Found({ search }: { readonly search: string }) {
  const { t, i18n } = useTranslation('people')
  const { data, refusal, reload, fetchMore } = usePanel(USERS, { search })
  const users = data?.users
  return (
    <CountedList
      list={users}
      refusal={refusal}
      onRetry={reload}
      onMore={(more) => fetchMore({ search, more })}
      countText={(count) =>
        count === 0 ? t('find.empty') : t('find.count', { count, number: formatNumber(i18n.language, count) })
      }
      skeleton={<FriendGridSkeleton />}
    >
      <SimpleGrid component="ul" className="plainList" cols={FRIEND_COLUMNS} spacing="xs" verticalSpacing="xs">
        {users?.edges.map(({ node }) => (
          <Paper component="li" key={node.id} withBorder radius="md" px="sm" py="xs">
            <FoundPerson person={node} isFriend={node.isFriend} isViewer={node.isViewer} />
          </Paper>
        ))}
      </SimpleGrid>
    </CountedList>
  )
}

interface FoundPersonProps {
  readonly person: FragmentType<typeof FRIEND_ROW>
  readonly isFriend: boolean
  readonly isViewer: boolean
}

function FoundPerson({ person, isFriend, isViewer }: FoundPersonProps) {
  const { t } = useTranslation('people')
  const data = getFragmentData(FRIEND_ROW, person)
  return (
    <Group gap="xs">
      <Box flex="1 1 180px" miw={0}>
        <PersonChip person={data} />
      </Box>
      <Group gap="xs" wrap="nowrap">
        {isFriend && <Badge variant="light">{t('find.friend')}</Badge>}
        {isViewer && <Badge variant="light">{t('find.you')}</Badge>}
        <RelationButtons person={data} size="xs" />
        {!isViewer && <RelationMenu person={data} />}
      </Group>
    </Group>
  )
}
