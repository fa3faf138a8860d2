import { Text, type TextProps } from '@mantine/core'
import { useTokensText } from './amounts.ts'

interface TokensProps extends TextProps {
  readonly count: number
}

/** A number of tokens, such as “250 tokens”. */
export function Tokens({ count, ...props }: TokensProps) {
  const write = useTokensText()
  return (
    <Text span inherit {...props}>
      {write(count)}
    </Text>
  )
}
