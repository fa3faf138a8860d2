import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import { useAct } from '../../../graph/useAct.ts'
import { DISABLE_2FA } from './documents.ts'

export function DisableButton() {
  const { t } = useTranslation(['settings', 'common'])
  const disable = useAct(DISABLE_2FA)
  const ask = async () => {
    const texts = { title: t('secondFactor.askTitle'), text: t('secondFactor.askText') }
    if (await askFirst({ ...texts, confirm: t('secondFactor.disable'), cancel: t('common:cancel') }))
      await disable.act({})
  }
  return (
    <Button color="red" variant="light" loading={disable.isBusy} onClick={() => void ask()}>
      {t('secondFactor.disable')}
    </Button>
  )
}
