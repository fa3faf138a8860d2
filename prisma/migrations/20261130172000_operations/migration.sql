-- migration: steps

-- step
CREATE TABLE "ServerNode" (
    "id" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "version" TEXT NOT NULL,
    "nodeVersion" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "seenAt" TIMESTAMPTZ(3) NOT NULL,
    "cpu" DOUBLE PRECISION NOT NULL,
    "memory" BIGINT NOT NULL,
    "delay" DOUBLE PRECISION NOT NULL,
    "findings" JSONB NOT NULL DEFAULT '[]',
    "checkedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ServerNode_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "ServerNode_seenAt_idx" ON "ServerNode"("seenAt");

CREATE TABLE "NodeMinute" (
    "at" TIMESTAMPTZ(3) NOT NULL,
    "nodeId" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "errors" INTEGER NOT NULL,
    "sockets" INTEGER NOT NULL,
    "durations" INTEGER[],
    "refusals" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "NodeMinute_pkey" PRIMARY KEY ("at","nodeId")
);

CREATE TABLE "FigureRow" (
    "step" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "values" JSONB NOT NULL,

    CONSTRAINT "FigureRow_pkey" PRIMARY KEY ("step","at")
);

CREATE TABLE "JobRecord" (
    "name" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "duration" INTEGER NOT NULL,
    "failure" TEXT,
    "succeededAt" TIMESTAMPTZ(3),
    "runs" INTEGER NOT NULL DEFAULT 1,
    "failures" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "JobRecord_pkey" PRIMARY KEY ("name")
);

-- step: concurrently
CREATE INDEX CONCURRENTLY "LedgerTransfer_at_idx" ON "LedgerTransfer"("at");
