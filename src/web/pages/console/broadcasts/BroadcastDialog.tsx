import { Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../components/Dialog.tsx'
import { FactList } from '../../../components/FactList.tsx'
import { LoadMore } from '../../../components/LoadMore.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { RouteLink } from '../../../components/RouteLink.tsx'
import { formatDateTime } from '../../../formats.ts'
import type { ConsoleBroadcastFragment } from '../../../generated/graphql.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { BROADCAST_RECEIVERS } from './documents.ts'
import { MESSAGE_TYPES, Preview } from './NewBroadcast.tsx'

interface BroadcastDialogProps {
  readonly broadcast: ConsoleBroadcastFragment
  readonly onClose: () => void
}

/** A broadcast as it was sent, and to whom. */
export function BroadcastDialog({ broadcast, onClose }: BroadcastDialogProps) {
  const { t, i18n } = useTranslation('broadcasts')
  const { title, message, link, linkText, imageUrl, createdAt, finishedAt, expiresAt, ...others } = broadcast
  const timeOf = (time: string) => formatDateTime(i18n.language, time)
  const yesOrNo = (is: boolean) => t(is ? 'message.yes' : 'message.no')
  const type = MESSAGE_TYPES.find((one) => one === others.type)
  return (
    <Dialog title={title} onClose={onClose} size="lg">
      <Stack>
        <Preview values={{ title, message, link: link ?? '', linkText: linkText ?? '' }} />
        <FactList
          facts={[
            [t('message.type'), type ? t(`types.${type}`) : others.type],
            [t('message.at'), timeOf(createdAt)],
            [t('message.finished'), finishedAt ? timeOf(finishedAt) : t('message.notYet')],
            [t('message.expiresAt'), expiresAt ? timeOf(expiresAt) : t('message.expiresHint')],
            [t('message.canReply'), yesOrNo(others.canReply)],
            [t('message.canDelete'), yesOrNo(others.canDelete)],
            [t('message.requireSeen'), yesOrNo(others.requireSeen)],
            ...(imageUrl ? [[t('message.imageUrl'), imageUrl] as const] : []),
          ]}
        />
        {others.isForEverybody ? <Text size="sm">{t('message.toAll')}</Text> : <ReceiverList id={broadcast.id} />}
      </Stack>
    </Dialog>
  )
}

function ReceiverList({ id }: { readonly id: string }) {
  const { t } = useTranslation('broadcasts')
  const { data, refusal, reload, fetchMore } = usePanel(BROADCAST_RECEIVERS, { id })
  const receivers = data?.broadcast?.receivers
  return (
    <Stack gap="xs">
      {refusal && !data && <RefusalAlert refusal={refusal} onRetry={reload} />}
      <Group component="ul" className="plainList" gap="sm" aria-label={t('message.receivers')}>
        {receivers?.edges.map(({ node }) => (
          <li key={node.id}>
            <RouteLink to="/people/$personId" params={{ personId: node.id }} size="sm">
              {node.displayName}
            </RouteLink>
          </li>
        ))}
      </Group>
      {receivers && <LoadMore pageInfo={receivers.pageInfo} onMore={(more) => fetchMore({ id, more })} />}
    </Stack>
  )
}
