# Letan in a container. Why it is made so: docs/decisions/0030-installation-and-monitoring.md.
#
#   docker build --tag letan .
#   docker run --publish 127.0.0.1:3000:3000 --publish 127.0.0.1:3001:3001 --volume letan:/data letan

# npm is needed here and nowhere else.
FROM node:24-bookworm-slim AS build
WORKDIR /srv/letan
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/node-linux-*/include node_modules/node-linux-*/share
COPY LICENSE ./
COPY bin bin
COPY content content
COPY src src

FROM debian:bookworm-slim
COPY --from=build /srv/letan /srv/letan
RUN useradd --system --uid 10001 --no-create-home --home-dir /data letan \
  && install --directory --owner=letan --group=letan --mode=0700 /data \
  && ln -s /srv/letan/bin/letan.js /usr/local/bin/letan

# From outside the container only what is published can be reached.
ENV PATH=/srv/letan/node_modules/.bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  HOST=0.0.0.0 \
  DESK_HOST=0.0.0.0 \
  DATABASE_URL=/data/book.sqlite \
  NODE_COMPILE_CACHE=/data/.compiled

USER letan
WORKDIR /data
VOLUME /data
EXPOSE 3000 3001

HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

ENTRYPOINT ["/srv/letan/node_modules/.bin/node", "--max-semi-space-size=8", "/srv/letan/bin/letan.js"]
