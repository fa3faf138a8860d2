import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { askFirst } from '../../../components/askFirst.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { PersonChip } from '../../../components/people/PersonChip.tsx'
import type { AnnouncementFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { AnnouncementDialog } from './AnnouncementDialog.tsx'
import { ANNOUNCEMENT, ANNOUNCEMENT_CHANGES, DELETE_ANNOUNCEMENT, GROUP_ANNOUNCEMENT } from './documents.ts'
import { Written } from './Written.tsx'

/** What a group tells its members first; managers write it. Others than members see nothing. */
export function AnnouncementPanel({ groupId }: { readonly groupId: string }) {
  const { t } = useTranslation('groups')
  const { data, refusal, reload } = usePanel(GROUP_ANNOUNCEMENT, { groupId })
  useLive(ANNOUNCEMENT_CHANGES, data?.group ? { groupId } : null)
  const [isWritten, writing] = useDisclosure(false)
  const group = getFragmentData(ANNOUNCEMENT, data?.group)
  const { announcement = null, viewerCanWritePosts: isWriter = false } = group ?? {}
  if (group && !announcement && !isWriter) return null
  return (
    <>
      <Panel
        title={t('announcement.title')}
        isLoading={!group && !refusal}
        refusal={refusal}
        onRetry={reload}
        aside={isWriter && !announcement && <WriteButton onWrite={writing.open} />}
        empty={!announcement && t('announcement.empty')}
      >
        {announcement && (
          <Standing groupId={groupId} announcement={announcement} onEdit={isWriter ? writing.open : undefined} />
        )}
      </Panel>
      {isWritten && <AnnouncementDialog groupId={groupId} announcement={announcement} onClose={writing.close} />}
    </>
  )
}

function WriteButton({ onWrite }: { readonly onWrite: () => void }) {
  const { t } = useTranslation('groups')
  return (
    <Button size="xs" variant="light" onClick={onWrite}>
      {t('announcement.write')}
    </Button>
  )
}

interface StandingProps {
  readonly groupId: string
  readonly announcement: NonNullable<AnnouncementFragment['announcement']>
  readonly onEdit: (() => void) | undefined
}

function Standing({ groupId, announcement, onEdit }: StandingProps) {
  const { t } = useTranslation(['groups', 'common'])
  const remove = useAct(DELETE_ANNOUNCEMENT)
  const { title, text, imageUrl, author, createdAt, viewerCanDelete } = announcement
  const ask = async () => {
    const question = { title: t('announcement.ask.title'), text: t('announcement.ask.text', { title }) }
    if (await askFirst({ ...question, confirm: t('announcement.ask.confirm'), cancel: t('common:cancel') }))
      await remove.act({ input: { groupId } })
  }
  const when = <Ago time={createdAt} />
  return (
    <Written
      title={title}
      text={text ?? ''}
      imageUrl={imageUrl ?? null}
      head={author ? <PersonChip person={author} below={when} /> : when}
      onEdit={onEdit}
      onDelete={viewerCanDelete ? () => void ask() : undefined}
    />
  )
}
