import { graphql } from '../../../generated/index.ts'

export const CONSOLE_FIGURES = graphql(`
  query ConsoleFigures($kinds: [FigureKind!]!, $from: DateTime!, $step: FigureStep!) {
    figures(kinds: $kinds, from: $from, step: $step) {
      kind
      points {
        at
        value
      }
    }
  }
`)
