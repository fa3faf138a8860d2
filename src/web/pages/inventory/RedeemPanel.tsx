import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../components/Panel.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import type { RedeemRewardMutation } from '../../generated/graphql.ts'
import { graphql } from '../../generated/index.ts'
import type { Refusal } from '../../graph/refusal.ts'
import { useAct } from '../../graph/useAct.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { refusalText } from '../../refusalTexts.ts'
import { Redeemed } from './Redeemed.tsx'

const REDEEM_REWARD = graphql(`
  mutation RedeemReward($input: RedeemRewardInput!) {
    redeemReward(input: $input) {
      tokens
      templates {
        ...TemplateChip
      }
      badges {
        id
        name
        description
        imageUrl
      }
      permissions {
        id
        displayName
        description
      }
      subscription {
        id
        description
        expiresAt
      }
      viewer {
        id
        wallet {
          id
          balance
        }
      }
    }
  }
`)

/** Refusals that are about the code, though the server does not name the field. */
const ABOUT_CODE = ['REWARD_NOT_FOUND', 'ALREADY_REDEEMED', 'REWARD_OVER', 'RATE_LIMITED']
const isAboutCode = (refusal: Refusal | null) => refusal !== null && ABOUT_CODE.includes(refusal.reason)

/** Redeems a code, and shows what it gives. */
export function RedeemPanel() {
  const { t } = useTranslation(['inventory', 'refusals'])
  const { t: refusalTexts } = useTranslation('refusals')
  const [redeemed, setRedeemed] = useState<RedeemRewardMutation | null>(null)
  const redeem = useAct(REDEEM_REWARD)
  const { form, refusal, isBusy, onSubmit } = useGraphForm(
    { name: 'redeem-reward', mode: 'controlled', initialValues: { code: '' } },
    async ({ code }) => {
      setRedeemed(null)
      setRedeemed(await redeem.attempt({ input: { code } }))
      form.reset()
    },
  )
  const codeProps = form.getInputProps('code')
  const aboutCode = refusal && isAboutCode(refusal) ? refusalText(refusalTexts, refusal) : null
  return (
    <Panel title={t('rewards.redeemTitle')}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="sm">
          <TextInput
            label={t('rewards.code')}
            description={t('rewards.codeHint')}
            required
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maw={360}
            {...codeProps}
            error={codeProps.error ?? aboutCode}
          />
          {refusal && !aboutCode && <RefusalAlert refusal={refusal} />}
          <Group>
            <Button type="submit" loading={isBusy}>
              {t('rewards.redeem')}
            </Button>
          </Group>
        </Stack>
      </form>
      <div role="status">{redeemed && <Redeemed given={redeemed.redeemReward} />}</div>
      {!redeemed && (
        <Text size="sm" c="dimmed">
          {t('rewards.text')}
        </Text>
      )}
    </Panel>
  )
}
