import { Group, SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LoadMore } from '../../../components/LoadMore.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { PersonAvatar } from '../../../components/people/PersonAvatar.tsx'
import { RowLink } from '../../../components/RouteLink.tsx'
import { usePanel } from '../../../graph/hooks.ts'
import { CONSOLE_FRIENDS_OF } from './documents.ts'

/** The friends of a person, each with their page of the console. */
export function FriendsPanel({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('staffPeople')
  const { data, refusal, reload, fetchMore } = usePanel(CONSOLE_FRIENDS_OF, { userId })
  const friends = data?.user?.account?.friends
  return (
    <Panel
      title={t('friends.title')}
      isLoading={!data && !refusal}
      refusal={data ? null : refusal}
      onRetry={reload}
      empty={friends?.edges.length === 0 ? t('friends.none') : null}
    >
      <SimpleGrid component="ul" className="plainList" cols={{ base: 1, sm: 2, md: 3 }}>
        {friends?.edges.map(({ node }) => (
          <Group component="li" key={node.id} gap="xs" wrap="nowrap">
            <PersonAvatar person={node} size={28} />
            <RowLink to="/console/people/$userId" params={{ userId: node.id }}>
              {node.displayName}
            </RowLink>
          </Group>
        ))}
      </SimpleGrid>
      {friends && <LoadMore pageInfo={friends.pageInfo} onMore={(more) => fetchMore({ userId, more })} />}
    </Panel>
  )
}
