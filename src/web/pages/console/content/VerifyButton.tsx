import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import { useAct } from '../../../graph/useAct.ts'
import { useStaff } from '../useStaff.ts'
import { VERIFY_GROUP } from './documents.ts'
import type { ItemPanelProps } from './ItemPage.tsx'

/** Marks a group as verified by the platform, or no longer; nothing for other content. */
export function VerifyButton({ item, onChange }: ItemPanelProps) {
  const { t } = useTranslation(['staffContent', 'common'])
  const verify = useAct(VERIFY_GROUP)
  const isKeeper = useStaff()?.includes('CONTENT') === true
  const { contentId: groupId, kind, isVerified } = item
  if (kind !== 'GROUP' || !isKeeper) return null
  const name = item.name ?? t('unnamed')
  const toggle = async () => {
    const isWanted =
      !isVerified ||
      (await askFirst({
        title: t('verify.endTitle', { name }),
        text: t('verify.endText'),
        confirm: t('verify.end'),
        cancel: t('common:cancel'),
      }))
    if (!isWanted || !(await verify.act({ input: { groupId, isVerified: !isVerified } }))) return
    notifications.show({ message: isVerified ? t('verify.ended', { name }) : t('verify.done', { name }) })
    onChange()
  }
  return (
    <Button variant="default" loading={verify.isBusy} onClick={() => void toggle()}>
      {isVerified ? t('verify.end') : t('verify.button')}
    </Button>
  )
}
