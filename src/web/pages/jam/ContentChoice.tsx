import { Group, Radio, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadMore } from '../../components/LoadMore.tsx'
import { PictureRow } from '../../components/PictureRow.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { formatDate } from '../../formats.ts'
import type {
  JamOwnEntriesFragment,
  OwnAvatarsForJamQuery,
  OwnWorldsForJamQuery,
  OwnWorldsForJamQueryVariables,
  TypedDocumentString,
} from '../../generated/graphql.ts'
import { usePanel } from '../../graph/hooks.ts'
import { OWN_AVATARS, OWN_WORLDS } from './documents.ts'

type Document = TypedDocumentString<OwnWorldsForJamQuery | OwnAvatarsForJamQuery, OwnWorldsForJamQueryVariables>

interface ContentChoiceProps {
  readonly jam: JamOwnEntriesFragment
  /** Id of the chosen content; empty for none. */
  readonly value: string
  readonly onChange: (id: string) => void
  readonly error?: ReactNode
  /** By which the form finds the field. */
  readonly 'data-path'?: string
}

/** One's own worlds or avatars to choose from, page after page. What the jam does not take says why. */
export function ContentChoice({ jam, ...field }: ContentChoiceProps) {
  const { t } = useTranslation('jams')
  const document: Document = jam.type === 'AVATAR' ? OWN_AVATARS : OWN_WORLDS
  const { data, refusal, reload, fetchMore } = usePanel(document, {})
  const list = data?.viewer?.content
  if (refusal && !list) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!list) return <Skeleton h={120} aria-hidden />
  if (list.edges.length === 0) return <Text size="sm">{t(`enter.none.${jam.type}`)}</Text>
  return (
    <Radio.Group label={t(`enter.choose.${jam.type}`)} withAsterisk {...field}>
      <Stack gap="xs" mt={4} mah={340} style={{ overflowY: 'auto' }}>
        {list.edges.map(({ node }) => (
          <Choice key={node.id} content={node} jam={jam} />
        ))}
        <LoadMore pageInfo={list.pageInfo} onMore={(after) => fetchMore({ after })} />
      </Stack>
    </Radio.Group>
  )
}

interface ChoiceProps extends Pick<ContentChoiceProps, 'jam'> {
  readonly content: {
    readonly id: string
    readonly name: string
    readonly thumbnailUrl: string
    readonly updatedAt: string
  }
}

function Choice({ content: { id, name, thumbnailUrl, updatedAt }, jam }: ChoiceProps) {
  const { t, i18n } = useTranslation('jams')
  const isEntered = jam.viewerSubmissions.edges.some(({ node }) => node.contentId === id)
  const isOld = jam.isContentGated && isBefore(updatedAt, jam.contentGateDate)
  const changed = t('enter.changed', { day: formatDate(i18n.language, updatedAt) })
  const reason = isEntered ? t('enter.entered') : isOld && t('enter.old')
  return (
    <Radio.Card value={id} disabled={isEntered || isOld} p="xs" radius="md" aria-label={name}>
      <Group wrap="nowrap" gap="sm">
        <Radio.Indicator disabled={isEntered || isOld} />
        <PictureRow pictureUrl={thumbnailUrl} title={name} below={reason || changed} />
      </Group>
    </Radio.Card>
  )
}

const isBefore = (time: string, limit: string | null | undefined): boolean =>
  limit !== null && limit !== undefined && Date.parse(time) < Date.parse(limit)
