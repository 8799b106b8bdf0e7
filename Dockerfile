# Letan in a container. Reasons: docs/decisions/0030-installation-and-monitoring.md.
#
#   docker build --tag letan .
#   docker run --publish 127.0.0.1:3000:3000 --publish 127.0.0.1:3001:3001 --volume letan:/data letan

# The image brings its own Node, so the one from the npm packages (an optional dependency) is omitted.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /srv/letan
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts
COPY LICENSE ./
COPY bin bin
COPY content content
COPY src src

FROM node:24.21.0-bookworm-slim
COPY --from=build /srv/letan /srv/letan
RUN useradd --system --uid 10001 --no-create-home --home-dir /data letan \
  && install --directory --owner=letan --group=letan --mode=0700 /data \
  && ln -s /srv/letan/bin/letan.js /usr/local/bin/letan

# Listening on all addresses is safe: only published ports can be reached from outside the container.
ENV HOST=0.0.0.0 \
  DESK_HOST=0.0.0.0 \
  DATABASE_URL=/data/book.sqlite \
  NODE_COMPILE_CACHE=/data/.compiled

USER letan
WORKDIR /data
VOLUME /data
EXPOSE 3000 3001

HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["/usr/local/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

ENTRYPOINT ["/usr/local/bin/node", "--max-semi-space-size=4", "--max-old-space-size=1024", "--v8-pool-size=1", "/srv/letan/bin/letan.js"]
