import { notifications } from '@mantine/notifications'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import type { ConsoleItemFragment } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import { HIDE_CONTENT } from '../reports/actDocuments.ts'
import { ReasonDialog } from '../reports/ReasonDialog.tsx'
import { FEATURE_EVENT, SHOW_CONTENT } from './documents.ts'

export interface ItemActs {
  readonly hide: (item: ConsoleItemFragment) => void
  readonly show: (item: ConsoleItemFragment) => void
  /** Hides what is shown, and shows again what is hidden. */
  readonly toggle: (item: ConsoleItemFragment) => void
  readonly feature: (item: ConsoleItemFragment) => void
  /** To be rendered beside the list. */
  readonly dialog: ReactNode
}

/** What the staff can do to content in a list. */
export function useItemActs(onDone: () => void): ItemActs {
  const { t } = useTranslation('staffContent')
  const [hidden, setHidden] = useState<ConsoleItemFragment | null>(null)
  const show = useShow(onDone)
  const feature = useAct(FEATURE_EVENT)
  const setFeatured = async ({ contentId, isFeatured, ...item }: ConsoleItemFragment) => {
    const name = item.name ?? t('unnamed')
    const input = { eventId: contentId, isFeatured: isFeatured !== true }
    if (!(await feature.act({ input }))) return
    notifications.show({ message: input.isFeatured ? t('feature.done', { name }) : t('feature.ended', { name }) })
    onDone()
  }
  return {
    hide: setHidden,
    show: (item) => void show(item),
    toggle: (item) => (item.state === 'HIDDEN' ? void show(item) : setHidden(item)),
    feature: (item) => void setFeatured(item),
    dialog: hidden && <HideDialog item={hidden} onDone={onDone} onClose={() => setHidden(null)} />,
  }
}

function useShow(onDone: () => void) {
  const { t } = useTranslation(['staffContent', 'common'])
  const show = useAct(SHOW_CONTENT)
  return async ({ contentId, ...item }: ConsoleItemFragment) => {
    const name = item.name ?? t('unnamed')
    const isWanted = await askFirst({
      title: t('show.title', { name }),
      text: t('show.text'),
      confirm: t('show.button'),
      cancel: t('common:cancel'),
    })
    if (!isWanted || !(await show.act({ input: { contentId } }))) return
    notifications.show({ message: t('show.done', { name }) })
    onDone()
  }
}

interface HideDialogProps {
  readonly item: ConsoleItemFragment
  readonly onDone: () => void
  readonly onClose: () => void
}

function HideDialog({ item: { contentId, ...item }, onDone, onClose }: HideDialogProps) {
  const { t } = useTranslation('staffContent')
  const { attempt } = useAct(HIDE_CONTENT)
  const name = item.name ?? t('unnamed')
  return (
    <ReasonDialog
      title={t('hide.title', { name })}
      label={t('hide.reason')}
      submit={t('hide.button')}
      kind="HIDE"
      onSend={async (reason) => {
        await attempt({ input: { contentId, reason } })
        notifications.show({ message: t('hide.done', { name }) })
        onDone()
      }}
      onClose={onClose}
    />
  )
}
