import { Badge, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../components/Ago.tsx'
import { ListPanel } from '../../components/ListPanel.tsx'
import { PersonChip } from '../../components/people/PersonChip.tsx'
import { WrittenText } from '../../components/WrittenText.tsx'
import type { WorldEditFragment, WorldFeedbackQuery } from '../../generated/graphql.ts'
import { usePanel } from '../../graph/hooks.ts'
import { WORLD_FEEDBACK } from './documents.ts'

/** What visitors have told the author. */
export function FeedbackPanel({ world: { id: worldId } }: { readonly world: WorldEditFragment }) {
  const { t } = useTranslation('ownWorlds')
  const { data, refusal, reload, fetchMore } = usePanel(WORLD_FEEDBACK, { worldId })
  const list = data?.feedback
  return (
    <ListPanel
      title={t('feedback.title')}
      list={list}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ worldId, after })}
      empty={t('feedback.empty')}
    >
      <Stack component="ul" gap="lg" className="plainList">
        {list?.edges.map(({ node }) => (
          <li key={node.id}>
            <FeedbackItem feedback={node} />
          </li>
        ))}
      </Stack>
    </ListPanel>
  )
}

type Feedback = WorldFeedbackQuery['feedback']['edges'][number]['node']

/** Kinds that this UI offers; other clients may send others. */
const TYPES = ['like', 'dislike'] as const

function FeedbackItem({ feedback }: { readonly feedback: Feedback }) {
  const { t } = useTranslation(['ownWorlds', 'worlds'])
  const { type, reason, description, contentVersion, createdAt, commenter } = feedback
  const known = TYPES.find((one) => one === type)
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        {commenter ? <PersonChip person={commenter} below={<Ago time={createdAt} />} /> : <Ago time={createdAt} />}
        <Group gap="xs">
          {contentVersion != null && (
            <Text size="xs" c="dimmed">
              {t('feedback.version', { version: contentVersion })}
            </Text>
          )}
          <Badge variant="light" color={type === 'dislike' ? 'orange' : 'plaza'} tt="none">
            {known ? t(`worlds:feedback.types.${known}`) : type}
          </Badge>
        </Group>
      </Group>
      <WrittenText text={reason} fw={600} />
      {description && <WrittenText text={description} />}
    </Stack>
  )
}
