import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import type { ManageOutsiderFragment } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import { ANSWER_REQUEST } from './documents.ts'

interface RequestActsProps {
  readonly person: ManageOutsiderFragment
  readonly groupId: string
}

/** Accepts or declines a request to join, or declines it and takes no more of the person. */
export function RequestActs({ person, groupId }: RequestActsProps) {
  const { t } = useTranslation(['groupManage', 'common'])
  const answer = useAct(ANSWER_REQUEST)
  if (!person.viewerCanAnswer || !person.user) return null
  const name = person.user.displayName
  const target = { groupId, userId: person.user.id }
  const labelOf = (act: 'accept' | 'decline' | 'block') => t('actOn', { act: t(`requests.${act}`), name })
  const block = async () => {
    const texts = { title: t('requests.blockTitle', { name }), text: t('requests.blockText') }
    if (await askFirst({ ...texts, confirm: t('requests.block'), cancel: t('common:cancel') }))
      await answer.act({ input: { ...target, action: 'REJECT', block: true } })
  }
  return (
    <>
      <Button
        size="xs"
        aria-label={labelOf('accept')}
        loading={answer.isBusy}
        onClick={() => void answer.act({ input: { ...target, action: 'ACCEPT' } })}
      >
        {t('requests.accept')}
      </Button>
      <Button
        size="xs"
        variant="default"
        aria-label={labelOf('decline')}
        disabled={answer.isBusy}
        onClick={() => void answer.act({ input: { ...target, action: 'REJECT' } })}
      >
        {t('requests.decline')}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        color="red"
        aria-label={labelOf('block')}
        disabled={answer.isBusy}
        onClick={() => void block()}
      >
        {t('requests.block')}
      </Button>
    </>
  )
}
